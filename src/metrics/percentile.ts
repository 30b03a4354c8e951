/**
 * Percentile by nearest rank: the value at the one-based index ceil(p * n / 100) of the sorted values.
 * Null of an empty sample. Throws RangeError for p outside (0, 100]. Source: design, section 3.
 */
export function percentile(values: Iterable<number>, p: number): number | null {
  if (!(p > 0 && p <= 100)) throw new RangeError(`a percentile lies above 0 and up to 100, not at ${p}`);
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.ceil((p * sorted.length) / 100) - 1] ?? null;
}
