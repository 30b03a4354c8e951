/** A prompt size in a stage's name: 4096 is "4k", 120000 "120k", 499712 "499k"; unknown is "any". */
export function sizeWord(tokens: number | null): string {
  if (tokens === null) return "any";
  return tokens < 1000 ? String(tokens) : `${Math.floor(tokens / 1000)}k`;
}
