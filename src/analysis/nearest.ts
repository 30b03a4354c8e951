/** The known name that is closest to `name` by edits (or that holds it); null when none is near. */
export function nearest(name: string, known: string[]): string | null {
  const wanted = name.toLowerCase();
  let best: {name: string; distance: number} | null = null;
  for (const candidate of known) {
    const lower = candidate.toLowerCase();
    const holds = wanted.length >= 3 && (lower.includes(wanted) || wanted.includes(lower));
    const distance = holds ? 0 : edits(wanted, lower);
    if (best === null || distance < best.distance) best = {name: candidate, distance};
  }
  return best !== null && best.distance <= Math.max(2, wanted.length / 3) ? best.name : null;
}

/** Levenshtein's distance. */
function edits(a: string, b: string): number {
  let row = Array.from({length: b.length + 1}, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
