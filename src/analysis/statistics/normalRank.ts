import type {Rank} from "./exactRank.js";
import {normalCdf} from "./normalCdf.js";

/**
 * What `exactRank` gives, for a count statistic that is taken as normal with this mean and deviation (both in counts):
 * the largest j with 1 - 2 P(X <= j - 1) >= 95 %, else 1, with continuity correction (Hollander and Wolfe, sections 3.3 and 4.3).
 */
export function normalRank(mean: number, deviation: number): Rank {
  const coverage = (j: number) => 1 - 2 * normalCdf((j - 0.5 - mean) / deviation);
  // 1.96 is a little more than the quantile of 97.5 %: there the coverage is reached, unless j is 1.
  let j = Math.max(1, Math.floor(mean - 1.96 * deviation));
  while (coverage(j + 1) >= 0.95) j++;
  return {j, coverage: coverage(j)};
}
