/** Percentile by nearest rank: one-based index ceil(p * n / 100) of the ascending values. Null when empty. `p` is 50, 90, 95 or 99. */
export function nearestRank(values: readonly number[], p: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(1, Math.ceil((p * sorted.length) / 100)) - 1] ?? null;
}
