/**
 * The known name that somebody most likely meant: one that holds what was written (or is held by it), else the one with the
 * fewest edits. Null when none is near: more than two, and more than a third of its letters, differ. Case does not count.
 */
export function nearestName(written: string, known: readonly string[]): string | null {
  const wanted = written.toLowerCase();
  let best: string | null = null;
  let least = Infinity;
  for (const name of known) {
    const lower = name.toLowerCase();
    const holds = Math.min(wanted.length, lower.length) >= 3 && (lower.includes(wanted) || wanted.includes(lower));
    const distance = Math.min(editDistance(wanted, lower), holds ? 1 : Infinity);
    if (distance < least) [best, least] = [name, distance];
  }
  return best !== null && least <= Math.max(2, Math.ceil(best.length / 3)) ? best : null;
}

/** Levenshtein distance with neighbouring letters exchanged as one step (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({length: b.length + 1}, (_, j) => j)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(at(i - 1, j) + 1, (row[j - 1] ?? 0) + 1, at(i - 1, j - 1) + same);
      // Before the first letter there is none, which equals no letter.
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, at(i - 2, j - 2) + 1);
      row.push(least);
    }
  }
  return at(a.length, b.length);
}
