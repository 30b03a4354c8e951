import {binomialProbability} from "./binomialTail.js";

export interface OrderInterval {
  lo: number;
  hi: number;
  coverage: number;
}

/** Which order statistics bound a median: the largest j with 1 - 2 P(Bin(n, 1/2) <= j - 1) >= 95 %, else 1. */
export function medianRank(n: number, level = 0.95): {j: number; coverage: number} {
  let tail = binomialProbability(0, n, 0.5);
  let best = {j: 1, coverage: Math.max(0, 1 - 2 * tail)};
  for (let j = 2; 2 * j <= n + 1; j++) {
    tail += binomialProbability(j - 1, n, 0.5);
    if (1 - 2 * tail < level) break;
    best = {j, coverage: 1 - 2 * tail};
  }
  return best;
}

/**
 * Distribution-free interval of a median: [x(j), x(n + 1 - j)] with its exact coverage (David and Nagaraja, section 7.1).
 * n = 3: 75 %; 6: 96.9 %. Null when there is no value, or one that is not a number. One value covers with probability 0.
 */
export function medianInterval(values: readonly number[]): OrderInterval | null {
  const n = values.length;
  if (n === 0 || values.some((v) => Number.isNaN(v))) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const {j, coverage} = medianRank(n);
  return {lo: sorted[j - 1] as number, hi: sorted[n - j] as number, coverage};
}
