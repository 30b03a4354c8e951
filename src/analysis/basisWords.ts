/** The bases that met in a sample, in words: one by its name, several as "mixed: a, b". Null when no row has one. */
export function basisWords(all: unknown[]): string | null {
  const words = [...new Set(all.filter((basis) => typeof basis === "string"))].sort();
  return words.length > 1 ? `mixed: ${words.join(", ")}` : (words[0] ?? null);
}
