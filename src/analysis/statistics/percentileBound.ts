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
  const rank = upperRank(n, p);
  const sorted = [...values].sort((a, b) => a - b);
  return rank && {lo: null, hi: sorted[rank.r - 1] as number, coverage: rank.coverage};
}

/**
 * The smallest rank r of n ordered values with P(Bin(n, p / 100) <= r - 1) >= 95 %: x(r) is an upper bound of the p-th
 * percentile with that coverage (David and Nagaraja, Order Statistics, section 7.1). Null while n is too small for one.
 */
export function upperRank(n: number, p: number): {r: number; coverage: number} | null {
  if (n < percentileNeeds(p)) return null;
  const share = p / 100;
  // What lies twelve standard deviations below the mean adds less than 1e-30: a million values take no longer than a thousand.
  const first = Math.max(1, Math.floor(n * share - 12 * Math.sqrt(n * share * (1 - share))));
  let below = 0;
  for (let r = first; r <= n; r++) {
    below += binomialProbability(r - 1, n, share);
    if (below >= 0.95) return {r, coverage: below};
  }
  return null;
}
