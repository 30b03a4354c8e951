import {percentileNeeds} from "../../metrics/percentileNeeds.js";
import {binomialProbability} from "./binomialTail.js";
import {medianInterval} from "./medianInterval.js";

/**
 * Bound of a percentile by order statistics: for p50 the two-sided interval, else the upper one-sided 95 % bound
 * x(r) with the smallest r where P(Bin(n, p) <= r - 1) >= 95 % (`lo` null). Null while n is too small for one to exist (p50: 6, p90: 29, p95: 59, p99: 299).
 */
export function percentileBound(
  values: readonly number[],
  p: number
): {lo: number | null; hi: number; coverage: number} | null {
  const n = values.length;
  if (n < percentileNeeds(p) || values.some((v) => Number.isNaN(v))) return null;
  if (p === 50) return medianInterval(values);
  const sorted = [...values].sort((a, b) => a - b);
  let below = 0;
  for (let r = 1; r <= n; r++) {
    below += binomialProbability(r - 1, n, p / 100);
    if (below >= 0.95) return {lo: null, hi: sorted[r - 1] as number, coverage: below};
  }
  return null;
}
