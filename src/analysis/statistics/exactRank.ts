/** `j` and the coverage of the interval between the j-th smallest and the j-th largest of a set of statistics. */
export interface Rank {
  j: number;
  coverage: number;
}

/**
 * The largest j whose coverage 1 - 2 P(X <= j - 1) is at least `level`, else j = 1 with the coverage that it has.
 * X is the count statistic whose distribution `p` (p[x] = P(X = x), symmetric) belongs to the ordered set.
 */
export function exactRank(p: Float64Array, level = 0.95): Rank {
  let tail = p[0] as number;
  let best: Rank = {j: 1, coverage: Math.max(0, 1 - 2 * tail)};
  for (let j = 2; 2 * j <= p.length; j++) {
    tail += p[j - 1] as number;
    const coverage = 1 - 2 * tail;
    // A coverage that is 95 % but for the last bits of a sum is 95 %.
    if (coverage < level - 1e-12) break;
    best = {j, coverage};
  }
  return best;
}
