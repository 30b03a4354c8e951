/** The known key that is nearest to what was written, or null when none is near: at most a third of its letters differ. */
export function nearestKey(written: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let least = Infinity;
  for (const key of known) {
    const distance = editDistance(written.toLowerCase(), key.toLowerCase());
    if (distance < least) [best, least] = [key, distance];
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
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, at(i - 2, j - 2) + 1);
      row.push(least);
    }
  }
  return at(a.length, b.length);
}
