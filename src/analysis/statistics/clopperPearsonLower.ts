import {binomialTail} from "./binomialTail.js";

/**
 * One-sided lower Clopper-Pearson bound of a pass rate: the share p at which k or more passes of n have probability
 * 1 - level (Clopper and Pearson 1934). 5 of 5: 54.9 %; 6 of 6: 60.7 %; 60 of 60: 95.1 %. n counts independent tasks.
 * Null when n is 0 or the counts make no sense.
 */
export function clopperPearsonLower(k: number, n: number, level = 0.95): number | null {
  if (!Number.isInteger(k) || !Number.isInteger(n) || n < 1 || k < 0 || k > n) return null;
  if (k === 0) return 0;
  if (k === n) return (1 - level) ** (1 / n);
  let [low, high] = [0, k / n];
  for (let i = 0; i < 100 && high - low > 1e-15; i++) {
    const middle = (low + high) / 2;
    if (1 - binomialTail(k - 1, n, middle) > 1 - level) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
}
