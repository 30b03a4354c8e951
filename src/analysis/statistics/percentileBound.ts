import {binomialProbability} from "./binomialTail.js";
import {medianInterval} from "./medianInterval.js";

/** Smallest n for which a 95 % bound of the percentile exists: p50 (both sides): 6; p90, p95, p99 (upper): 29, 59, 299. */
export function percentileBoundNeeds(p: number): number {
  let n = 1;
  while (p === 50 ? 1 - 2 * 0.5 ** n < 0.95 : 1 - (p / 100) ** n < 0.95) n++;
  return n;
}

/**
 * Bound of a percentile by order statistics: for p50 the two-sided interval, else the upper one-sided 95 % bound
 * x(r) with the smallest r where P(Bin(n, p) <= r - 1) >= 95 % (`lo` null). Null while n is too small for one to exist.
 */
export function percentileBound(
  values: readonly number[],
  p: number
): {lo: number | null; hi: number; coverage: number} | null {
  const n = values.length;
  if (n < percentileBoundNeeds(p) || values.some((v) => Number.isNaN(v))) return null;
  if (p === 50) return medianInterval(values);
  const sorted = [...values].sort((a, b) => a - b);
  let below = 0;
  for (let r = 1; r <= n; r++) {
    below += binomialProbability(r - 1, n, p / 100);
    if (below >= 0.95) return {lo: null, hi: sorted[r - 1] as number, coverage: below};
  }
  return null;
}
