/**
 * The delay (ms) that all but `share` of the bytes would have met that arrived at a random instant while a loop was watched.
 * `lateMs`: by how much each tick of a timer of `tickMs` came late; a tick that is late by L means that the loop was held up for L,
 * and what arrived in that time waited for between L and 0. Counting ticks instead would give a long stall the weight of one.
 * Null without a tick. The bound x solves `sum of max(0, L - x) = share * watched time`.
 */
export function delayPercentile(lateMs: Float64Array, tickMs: number, share: number): number | null {
  if (lateMs.length === 0) return null;
  const ordered = lateMs.slice().sort().reverse();
  const allowed = share * ordered.reduce((sum, late) => sum + late + tickMs, 0);
  let held = 0;
  for (const [i, late] of ordered.entries()) {
    held += late;
    const x = (held - allowed) / (i + 1);
    if (x >= (ordered[i + 1] ?? 0)) return Math.max(0, x);
  }
  return 0;
}
