/** A reported number that the evidence does not give. */
export interface Mismatch {
  profile: string | null;
  stage: string | null;
  metric: string;
  /** What the number is called: metric and statistic, or words of the sentence. */
  name: string;
  /** Kept path of the foreign file. */
  file: string;
  json_path: string;
  /** As the file prints it. */
  said: string;
  recomputed: number;
}

/** Decimals that a number is printed with; a number with an exponent counts as exact. */
const printedDecimals = (printed: string): number => (/e/i.test(printed) ? 15 : (printed.split(".")[1]?.length ?? 0));

/** Equal within half a unit of the last digit that the file prints, or the noise of a double. */
export function agrees(printed: string, value: number): boolean {
  const half = 0.5 * 10 ** -printedDecimals(printed);
  return Math.abs(Number(printed) - value) <= Math.max(half * (1 + 1e-9), 1e-9 * Math.abs(value));
}
