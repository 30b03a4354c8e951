import {exactRank} from "./exactRank.js";
import {median} from "./median.js";

export interface Drift {
  /** Change over the whole run, as a share of the median block (0.05: five percent more at the end). */
  change: number;
  lo: number;
  hi: number;
  coverage: number;
  /** The interval excludes 0 and the change exceeds the limit. */
  drift: boolean;
}

const BLOCKS = 10;

/**
 * Drift of a series in the order it was measured: Theil-Sen slope over the medians of ten equal blocks, with Sen's
 * interval from the exact distribution of Kendall's statistic (Theil 1950, Sen 1968). Drift only when the interval
 * excludes 0 and the change over the run exceeds `limit`. Null with fewer than 20 values (two a block) or a median of 0.
 */
export function theilSenDrift(values: readonly number[], limit = 0.05): Drift | null {
  if (values.length < 2 * BLOCKS || values.some((v) => !Number.isFinite(v))) return null;
  const edge = (block: number) => Math.round((block * values.length) / BLOCKS);
  const blocks = Array.from({length: BLOCKS}, (_, b) => median(values.slice(edge(b), edge(b + 1))));
  const level = median(blocks);
  if (level === 0) return null;
  const slopes: number[] = [];
  for (let i = 0; i < BLOCKS; i++)
    for (let j = i + 1; j < BLOCKS; j++) slopes.push(((blocks[j] as number) - (blocks[i] as number)) / (j - i));
  slopes.sort((a, b) => a - b);
  const {j, coverage} = exactRank(inversionDistribution(BLOCKS));
  const asChange = (slope: number) => (slope * BLOCKS) / Math.abs(level);
  const change = asChange(median(slopes));
  const lo = asChange(slopes[j - 1] as number);
  const hi = asChange(slopes[slopes.length - j] as number);
  return {change, lo, hi, coverage, drift: (lo > 0 || hi < 0) && Math.abs(change) > limit};
}

/** Distribution of the number of inversions of a random order of n (Kendall's discordant pairs): `p[d]` = P(D = d). */
function inversionDistribution(n: number): Float64Array {
  let p = Float64Array.of(1);
  for (let size = 2; size <= n; size++) {
    const next = new Float64Array((size * (size - 1)) / 2 + 1);
    p.forEach((share, d) => {
      for (let extra = 0; extra < size; extra++) next[d + extra] = (next[d + extra] as number) + share / size;
    });
    p = next;
  }
  return p;
}
