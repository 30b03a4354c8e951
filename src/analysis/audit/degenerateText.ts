import {deflateSync} from "node:zlib";

/** The longest suffix of a text that repeats with one period of at most `maxPeriod` characters. */
export function periodicSuffix(text: string, maxPeriod: number): {length: number; period: number} {
  let best = {length: 0, period: 0};
  for (let period = 1; period <= Math.min(maxPeriod, text.length - 1); period++) {
    let at = text.length - 1;
    while (at >= period && text.charCodeAt(at) === text.charCodeAt(at - period)) at--;
    const length = text.length - 1 - at + period;
    // A suffix that does not even repeat once has no period.
    if (length >= 2 * period && length > best.length) best = {length, period};
  }
  return best;
}

/** Share of the word 4-grams of a text that are repeats of an earlier one; 0 when there are none. */
export function repeatedFourGrams(text: string): number {
  const words = text.split(/\s+/).filter((w) => w !== "");
  const grams = words.length - 3;
  if (grams < 1) return 0;
  const distinct = new Set(Array.from({length: grams}, (_, i) => words.slice(i, i + 4).join(" ")));
  return 1 - distinct.size / grams;
}

/** Compressed size over size of the text's UTF-8 bytes (zlib, default level). */
export function zlibRatio(text: string): number {
  const bytes = Buffer.from(text, "utf8");
  return bytes.length === 0 ? 1 : deflateSync(bytes).length / bytes.length;
}

/** Why a text is degenerate (design, 8.3), as the end of a sentence; null when it is not. */
export function degenerateReason(
  text: string,
  finish: string | null,
  limits: {maxPeriod: number; leastSuffix: number}
): string | null {
  const {length, period} = periodicSuffix(text, limits.maxPeriod);
  if (length >= Math.max(limits.leastSuffix, 3 * period) && (finish === "length" || 2 * length >= text.length))
    return `its last ${length} of ${text.length} characters repeat with a period of ${period}`;
  const repeated = repeatedFourGrams(text);
  if (repeated <= 0.5) return null;
  const ratio = zlibRatio(text);
  return ratio < 0.2
    ? `${Math.round(repeated * 100)} % of its 4-grams are repeats and it compresses to ${Math.round(ratio * 100)} %`
    : null;
}
