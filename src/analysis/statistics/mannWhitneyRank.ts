import {exactRank, type Rank} from "./exactRank.js";
import {EXACT_PAIRS, mannWhitneyDistribution} from "./mannWhitneyDistribution.js";
import {normalRank} from "./normalRank.js";

const known = new Map<string, Rank & {exact: boolean}>();

/**
 * Which order statistic of the nm ratios (or differences) bounds their Hodges-Lehmann median at 95 %: the largest j with
 * 1 - 2 P(U <= j - 1) >= 0.95, else 1 (Moses 1953; Hollander and Wolfe, section 4.3). Exact to n x m = 10,000 pairs;
 * beyond, U is taken as normal with continuity correction and `exact` is false.
 */
export function mannWhitneyRank(n: number, m: number): Rank & {exact: boolean} {
  const key = `${Math.min(n, m)},${Math.max(n, m)}`;
  const before = known.get(key);
  if (before) return before;
  const rank =
    n * m <= EXACT_PAIRS
      ? {...exactRank(mannWhitneyDistribution(n, m)), exact: true}
      : {...normalRank((n * m) / 2, Math.sqrt((n * m * (n + m + 1)) / 12)), exact: false};
  known.set(key, rank);
  return rank;
}
