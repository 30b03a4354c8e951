/**
 * Largest n x m for which the exact distribution of U is built; beyond it the normal approximation with continuity
 * correction is used and said to be one (`exact: false`).
 */
export const EXACT_PAIRS = 10_000;

/**
 * Null distribution of the Mann-Whitney U of two arms without ties: `p[u]` = P(U = u), u from 0 to nm.
 * Recurrence on the origin of the largest value (Mann and Whitney 1947), kept as probabilities: only sums of positive
 * terms, so the relative error stays near machine precision. Time grows as (nm)^2 / 4, space with the smaller arm's square.
 */
export function mannWhitneyDistribution(size: number, otherSize: number): Float64Array {
  const [n, m] = [Math.max(size, otherSize), Math.min(size, otherSize)];
  let row: Float64Array[] = Array.from({length: m + 1}, () => Float64Array.of(1));
  for (let a = 1; a <= n; a++) {
    const next: Float64Array[] = [Float64Array.of(1)];
    for (let b = 1; b <= m; b++) {
      const p = new Float64Array(a * b + 1);
      const ofA = row[b] as Float64Array;
      const ofB = next[b - 1] as Float64Array;
      const shareA = a / (a + b);
      for (let u = 0; u < ofA.length; u++) p[u + b] = shareA * (ofA[u] as number);
      for (let u = 0; u < ofB.length; u++) p[u] = (p[u] as number) + (1 - shareA) * (ofB[u] as number);
      next.push(p);
    }
    row = next;
  }
  return row[m] as Float64Array;
}
