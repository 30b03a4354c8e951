import {EXACT_PAIRS, mannWhitneyDistribution} from "./mannWhitneyDistribution.js";
import {normalCdf} from "./normalCdf.js";

/** Largest n x m for which ties are permuted exactly; the table is larger than without ties. */
export const EXACT_TIED_PAIRS = 2500;

/**
 * Exact two-sided Mann-Whitney p of two independent samples: the probability, over all ways to deal the pooled midranks
 * to the arms, of a rank sum at least as far from its mean as the one seen (Pratt and Gibbons 1981, section 5).
 * Exact to 10,000 pairs without ties and 2,500 with; beyond, normal with tie and continuity correction (`exact` false).
 * Null when an arm is empty or a value is not a number.
 */
export function mannWhitneyP(a: readonly number[], b: readonly number[]): {p: number; exact: boolean} | null {
  // The smaller arm first: both the test and its distribution are the same, and the table is smaller.
  if (a.length > b.length) return mannWhitneyP(b, a);
  const [n, m] = [a.length, b.length];
  if (n === 0 || m === 0 || [...a, ...b].some((v) => Number.isNaN(v))) return null;
  const {doubledRanks, ties} = doubledMidranks(a, b);
  const sum = doubledRanks.slice(0, n).reduce((total, r) => total + r, 0);
  // Twice the rank sum of the first arm, and twice its mean n (n + m + 1) / 2.
  const distance = Math.abs(sum - n * (n + m + 1));
  if (ties.length === 0 && n * m <= EXACT_PAIRS) {
    const p = mannWhitneyDistribution(n, m);
    const mean = n * m;
    return {
      p: Math.min(
        1,
        total(p, (u) => Math.abs(2 * u - mean) >= distance)
      ),
      exact: true
    };
  }
  if (ties.length > 0 && n * m <= EXACT_TIED_PAIRS) return {p: permuted(doubledRanks, n, distance), exact: true};
  const size = n + m;
  const tied = ties.reduce((t, count) => t + count ** 3 - count, 0) / (size * (size - 1));
  const deviation = Math.sqrt(((n * m) / 12) * (size + 1 - tied));
  if (deviation === 0) return {p: 1, exact: false};
  return {p: Math.min(1, 2 * normalCdf(-Math.max(0, distance / 2 - 0.5) / deviation)), exact: false};
}

/** Twice the midranks of the pooled values (so that they are whole numbers), first arm first; sizes of the tied groups. */
function doubledMidranks(a: readonly number[], b: readonly number[]): {doubledRanks: number[]; ties: number[]} {
  const pooled = [...a, ...b];
  const order = pooled.map((_, i) => i).sort((x, y) => (pooled[x] as number) - (pooled[y] as number));
  const doubledRanks = new Array<number>(pooled.length);
  const ties: number[] = [];
  for (let from = 0; from < order.length;) {
    let to = from + 1;
    while (to < order.length && pooled[order[to] as number] === pooled[order[from] as number]) to++;
    for (let i = from; i < to; i++) doubledRanks[order[i] as number] = from + 1 + to;
    if (to - from > 1) ties.push(to - from);
    from = to;
  }
  return {doubledRanks, ties};
}

/** Share of the ways to choose `n` of the ranks whose doubled sum lies at least `distance` from the mean. */
function permuted(doubledRanks: readonly number[], n: number, distance: number): number {
  const size = doubledRanks.length;
  const largest = [...doubledRanks]
    .sort((x, y) => y - x)
    .slice(0, n)
    .reduce((t, r) => t + r, 0);
  // ways[k][s]: ways to choose k ranks with doubled sum s.
  const ways = Array.from({length: n + 1}, () => new Float64Array(largest + 1));
  (ways[0] as Float64Array)[0] = 1;
  doubledRanks.forEach((rank, seen) => {
    for (let k = Math.min(n, seen + 1); k >= 1; k--) {
      const [from, to] = [ways[k - 1] as Float64Array, ways[k] as Float64Array];
      for (let s = largest; s >= rank; s--) to[s] = (to[s] as number) + (from[s - rank] as number);
    }
  });
  const dealt = ways[n] as Float64Array;
  const all = total(dealt, () => true);
  return Math.min(1, total(dealt, (s) => Math.abs(s - n * (size + 1)) >= distance) / all);
}

function total(weights: Float64Array, keep: (index: number) => boolean): number {
  let sum = 0;
  weights.forEach((w, i) => {
    if (keep(i)) sum += w;
  });
  return sum;
}
