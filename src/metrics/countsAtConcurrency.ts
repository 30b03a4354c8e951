/**
 * Whether a request counts at concurrency C: the mean number in flight during it was at least 0.9 C.
 * Null when the mean or C is not known. Source: design, section 3.
 */
export function countsAtConcurrency(r: {in_flight_mean: number | null; concurrency: number | null}): boolean | null {
  return r.in_flight_mean === null || r.concurrency === null ? null : r.in_flight_mean >= 0.9 * r.concurrency;
}
