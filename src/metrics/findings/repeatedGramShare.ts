/**
 * Share of the word n-grams of a text that repeat an earlier one: 1 - distinct / all (seq-rep-n of Welleck et al. 2020);
 * 0 when it has none.
 */
export function repeatedGramShare(text: string, n: number): number {
  const words = text.trim().split(/\s+/u);
  const total = words.length - n + 1;
  if (total < 1) return 0;
  const distinct = new Set(Array.from({length: total}, (_, i) => words.slice(i, i + n).join(" ")));
  return (total - distinct.size) / total;
}
