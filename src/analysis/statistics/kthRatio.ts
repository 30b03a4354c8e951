const bits = new BigUint64Array(1);
const double = new Float64Array(bits.buffer);

/** Below this many ratios they are simply sorted. */
export const SORTED_RATIOS = 4096;

/**
 * The k-th smallest (from 1) of all candidate/baseline ratios, equal to the last bit to sorting them all.
 * Both arms ascending, positive and finite. Many ratios are never held: positive doubles are ordered as their bits are,
 * so the value is found by bisection over the bits, each step counting pairs along the staircase in n + m steps
 * (the counting of Johnson and Mizoguchi 1978).
 */
export function kthRatio(baseline: readonly number[], candidate: readonly number[], k: number): number {
  if (baseline.length * candidate.length <= SORTED_RATIOS) {
    const all = Float64Array.from(candidate.flatMap((c) => baseline.map((b) => c / b))).sort();
    return all[k - 1] as number;
  }
  return kthRatioByBisection(baseline, candidate, k);
}

/** `kthRatio` without holding the ratios, by bisection over the bits of a double; arms ascending, positive and finite, k from 1 (Johnson and Mizoguchi 1978). */
export function kthRatioByBisection(baseline: readonly number[], candidate: readonly number[], k: number): number {
  let low = 0n;
  let high = bitsOf(Infinity);
  while (low < high) {
    const middle = (low + high) >> 1n;
    if (countUpTo(baseline, candidate, doubleOf(middle)) >= k) high = middle;
    else low = middle + 1n;
  }
  return doubleOf(low);
}

function countUpTo(baseline: readonly number[], candidate: readonly number[], limit: number): number {
  let count = 0;
  // The larger the candidate, the larger the first baseline that keeps the ratio within the limit.
  let from = 0;
  for (const c of candidate) {
    while (from < baseline.length && c / (baseline[from] as number) > limit) from++;
    if (from === baseline.length) break;
    count += baseline.length - from;
  }
  return count;
}

function bitsOf(value: number): bigint {
  double[0] = value;
  return bits[0] as bigint;
}

function doubleOf(value: bigint): number {
  bits[0] = value;
  return double[0] as number;
}
