/**
 * Names without the parts that all of them share at the start and the end (parts are set apart by `-` or `_`): long profile
 * names of one campaign differ in a word or two. A single name stays whole, and no name becomes empty.
 */
export function shortNames(names: string[]): Map<string, string> {
  const unique = [...new Set(names)];
  if (unique.length < 2) return new Map(unique.map((name) => [name, name]));
  const parts = unique.map((name) => name.split(/(?<=[-_])/));
  const shortest = Math.min(...parts.map((p) => p.length));
  const same = (at: (p: string[]) => string | undefined) => new Set(parts.map((p) => at(p))).size === 1;
  let start = 0;
  while (start < shortest - 1 && same((p) => p[start])) start += 1;
  let end = 0;
  while (end < shortest - 1 - start && same((p) => p.at(-1 - end))) end += 1;
  return new Map(
    unique.map((name, i) => [
      name,
      (parts[i] ?? [])
        .slice(start, (parts[i]?.length ?? 0) - end)
        .join("")
        .replace(/[-_]$/, "")
    ])
  );
}

/** Looks a name up, and keeps one that it does not know. */
export function shortener(names: string[]): (name: string) => string {
  const short = shortNames(names);
  return (name) => short.get(name) || name;
}
