/** Share of the word n-grams of a text that occur more than once in it; 0 when it has none. */
export function repeatedGramShare(text: string, n: number): number {
  const words = text.split(/\s+/u).filter((w) => w !== "");
  const seen = new Map<string, number>();
  const total = words.length - n + 1;
  for (let i = 0; i < total; i += 1) {
    const gram = words.slice(i, i + n).join(" ");
    seen.set(gram, (seen.get(gram) ?? 0) + 1);
  }
  let repeated = 0;
  for (const times of seen.values()) if (times > 1) repeated += times;
  return total > 0 ? repeated / total : 0;
}
