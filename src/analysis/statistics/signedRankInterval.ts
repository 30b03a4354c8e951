import {exactRank} from "./exactRank.js";
import {normalRank} from "./normalRank.js";

/** Largest number of pairs for the exact distribution; beyond it the rank is from the normal approximation. */
export const EXACT_SIGNED_PAIRS = 150;
/** Largest number of pairs at all: their Walsh averages (n(n+1)/2) are held. */
export const MOST_SIGNED_PAIRS = 2000;

export interface PairedRatio {
  ratio: number;
  lo: number;
  hi: number;
  coverage: number;
  n: number;
  exact: boolean;
}

/**
 * Ratio of paired samples (the same prompts in both arms): the Hodges-Lehmann median of the Walsh averages of the log
 * ratios and the exact Wilcoxon signed-rank interval (Tukey 1949; Hollander and Wolfe, section 3.3), as ratios.
 * Null without pairs, with a value that has no logarithm, or beyond 2,000 pairs.
 */
export function signedRankInterval(pairs: readonly {baseline: number; candidate: number}[]): PairedRatio | null {
  const n = pairs.length;
  if (n === 0 || n > MOST_SIGNED_PAIRS) return null;
  const logs = pairs.map((pair) => Math.log(pair.candidate / pair.baseline));
  if (pairs.some((p) => !(p.baseline > 0) || !(p.candidate > 0)) || logs.some((l) => !Number.isFinite(l))) return null;
  const walsh = new Float64Array((n * (n + 1)) / 2);
  let filled = 0;
  for (let i = 0; i < n; i++)
    for (let j = i; j < n; j++) walsh[filled++] = ((logs[i] as number) + (logs[j] as number)) / 2;
  walsh.sort();
  const exact = n <= EXACT_SIGNED_PAIRS;
  const {j, coverage} = exact
    ? exactRank(signedRankDistribution(n))
    : normalRank((n * (n + 1)) / 4, Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24));
  const at = (k: number) => walsh[k - 1] as number;
  const middle = (at(Math.ceil(walsh.length / 2)) + at(Math.floor(walsh.length / 2) + 1)) / 2;
  return {ratio: Math.exp(middle), lo: Math.exp(at(j)), hi: Math.exp(at(walsh.length + 1 - j)), coverage, n, exact};
}

/** Null distribution of Wilcoxon's signed-rank statistic: `p[t]` = P(T = t), by adding one rank at a time. */
export function signedRankDistribution(n: number): Float64Array {
  const p = new Float64Array((n * (n + 1)) / 2 + 1);
  p[0] = 1;
  for (let rank = 1; rank <= n; rank++)
    for (let t = (rank * (rank + 1)) / 2; t >= 0; t--)
      p[t] = ((p[t] as number) + (t >= rank ? (p[t - rank] as number) : 0)) / 2;
  return p;
}
