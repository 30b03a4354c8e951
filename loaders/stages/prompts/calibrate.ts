/** How far a prompt may be off its nominal size: the aim, well within the 2 % that the record is held to. */
const AIM = 0.004;
const TRIES = 6;

/**
 * Finds the number of words at which a prompt measures `nominal` tokens by the server's own count.
 * `measure` gives the whole prompt's tokens for a number of words, null when the server cannot say.
 * Returns the words and the tokens measured for them; null when the count is not to be had.
 */
export async function calibrate(
  nominal: number,
  start: number,
  measure: (words: number) => Promise<number | null>
): Promise<{words: number; tokens: number} | null> {
  let words = Math.max(1, Math.round(start));
  let best: {words: number; tokens: number} | null = null;
  let low: {words: number; tokens: number} | null = null;
  for (let i = 0; i < TRIES; i += 1) {
    const tokens = await measure(words);
    if (tokens === null) return best;
    if (best === null || Math.abs(tokens - nominal) < Math.abs(best.tokens - nominal)) best = {words, tokens};
    if (Math.abs(tokens - nominal) <= nominal * AIM || words === 1) return best;
    // The fixed part (salt, task, template) is not proportional: two measurements give the slope, one assumes it.
    const slope: number = low && low.words !== words ? (tokens - low.tokens) / (words - low.words) : tokens / words;
    low = {words, tokens};
    const next: number = Math.max(1, Math.round(words + (nominal - tokens) / (slope > 0 ? slope : 1.5)));
    if (next === words) return best;
    words = next;
  }
  return best;
}
