/**
 * Smallest n for which a 95 % bound of a percentile exists: the largest of n values exceeds the p-th percentile with
 * probability 1 - (p/100)^n. For p50 both ends are bounded, 1 - 2 (1/2)^n. p50: 6, p90: 29, p95: 59, p99: 299.
 * Throws RangeError for p outside (0, 100). Source: design, section 3; David and Nagaraja, Order Statistics, section 7.1.
 */
export function percentileNeeds(p: number): number {
  if (!(p > 0 && p < 100)) throw new RangeError(`a percentile with a bound lies between 0 and 100, not at ${p}`);
  const tail = p === 50 ? 0.025 : 0.05;
  return Math.ceil(Math.log(tail) / Math.log(Math.max(p, 100 - p) / 100));
}
