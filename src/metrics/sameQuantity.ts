/**
 * Whether two bases of a metric name one quantity, so that figures of them may be set against each other.
 *
 * Equal bases do; null means that there is only one way. Beyond that one pair: `first-token-excluded`, as vllm, sglang
 * and AIPerf report TPOT, and `k-assumed-1`, as it is derived from first and last output: both divide the generation
 * time (ms) by the tokens after the first. Source: design, section 3, and the tools' own definitions.
 *
 * @param a basis of the one figure, or null
 * @param b basis of the other, or null
 * @returns false for bases that must not meet; never throws
 */
export function sameQuantity(a: string | null, b: string | null): boolean {
  const one = (basis: string | null) => (basis === "first-token-excluded" ? "k-assumed-1" : basis);
  return one(a) === one(b);
}
