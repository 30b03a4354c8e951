const logFactorials = [0];

/** P(X <= k) for X binomial (n, p), summed on the log scale from the definition. */
export function binomialTail(k: number, n: number, p: number): number {
  if (k < 0) return 0;
  if (k >= n) return 1;
  if (p <= 0) return 1;
  if (p >= 1) return 0;
  let sum = 0;
  for (let i = 0; i <= k; i++) sum += binomialProbability(i, n, p);
  return Math.min(1, sum);
}

/** P(X = k) for X binomial (n, p) with 0 < p < 1. */
export function binomialProbability(k: number, n: number, p: number): number {
  return Math.exp(logFactorial(n) - logFactorial(k) - logFactorial(n - k) + k * Math.log(p) + (n - k) * Math.log1p(-p));
}

function logFactorial(n: number): number {
  for (let i = logFactorials.length; i <= n; i++) logFactorials.push((logFactorials[i - 1] as number) + Math.log(i));
  return logFactorials[n] as number;
}
