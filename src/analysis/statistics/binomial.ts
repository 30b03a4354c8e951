/** Number of ways to choose k of n, from the definition as a product, as a double (relative error near machine precision; Infinity when it overflows). */
export function choose(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  let ways = 1;
  for (let i = 1; i <= Math.min(k, n - k); i++) ways = (ways * (n - Math.min(k, n - k) + i)) / i;
  return ways < 2 ** 53 ? Math.round(ways) : ways;
}
