import {kthRatio} from "./kthRatio.js";
import {mannWhitneyRank} from "./mannWhitneyRank.js";

export interface RatioInterval {
  /** Hodges-Lehmann median of all ratios candidate/baseline. */
  ratio: number;
  lo: number;
  hi: number;
  /** Probability that the interval covers a common ratio; 0 for 1 v 1. */
  coverage: number;
  /** False: the rank comes from the normal approximation. */
  exact: boolean;
}

/** Whether ratios of these values mean anything: at least one, all finite and above 0. */
export function isPositiveSample(values: readonly number[]): boolean {
  return values.length > 0 && values.every((v) => Number.isFinite(v) && v > 0);
}

/**
 * Ratio of two independent samples with its distribution-free interval, from all nm ratios candidate/baseline: their
 * median (even count: geometric mean of the middle two; Hodges and Lehmann 1963 on the log scale) and
 * [D(j), D(nm + 1 - j)] with exact coverage (Moses 1953). It covers a common ratio only if the arms differ by a scale.
 * Null when a value is missing, not finite, zero or negative: then no ratio exists.
 */
export function ratioInterval(baseline: readonly number[], candidate: readonly number[]): RatioInterval | null {
  if (!isPositiveSample(baseline) || !isPositiveSample(candidate)) return null;
  const b = [...baseline].sort((x, y) => x - y);
  const c = [...candidate].sort((x, y) => x - y);
  const pairs = b.length * c.length;
  const {j, coverage, exact} = mannWhitneyRank(b.length, c.length);
  const at = (k: number) => kthRatio(b, c, k);
  const middle = at(Math.ceil(pairs / 2));
  // Roots first: the product of two large or two small ratios may leave the range of doubles.
  const ratio = pairs % 2 === 1 ? middle : geometricMean(middle, at(pairs / 2 + 1));
  return {ratio, lo: at(j), hi: at(pairs + 1 - j), coverage, exact};
}

function geometricMean(a: number, b: number): number {
  const product = a * b;
  return product > 1e-300 && product < 1e300 ? Math.sqrt(product) : Math.sqrt(a) * Math.sqrt(b);
}
