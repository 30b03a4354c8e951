/**
 * Standard normal distribution function, to about 1e-15.
 * Series for small arguments, Lentz's continued fraction of erfc beyond (Abramowitz and Stegun 1964, 7.1.6 and 7.1.14).
 */
export function normalCdf(z: number): number {
  if (Number.isNaN(z)) return NaN;
  const x = Math.abs(z) / Math.SQRT2;
  const upper = 0.5 * (x < 2.5 ? 1 - erfSeries(x) : erfcFraction(x));
  return z > 0 ? 1 - upper : upper;
}

function erfSeries(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 0; Math.abs(term) > 1e-17 * Math.abs(sum) && n < 200; n++) {
    term *= (2 * x * x) / (2 * n + 3);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

function erfcFraction(x: number): number {
  if (x > 27) return 0;
  let tail = 0;
  for (let n = 120; n >= 1; n--) tail = n / 2 / (x + tail);
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / (x + tail);
}
