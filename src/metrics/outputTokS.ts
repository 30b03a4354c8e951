/**
 * Output rate of a stage in tokens per second: the sum of output tokens over (last end - first sent).
 * Null when a request's tokens or clock are unknown, when there is none, or when no time passed. Source: design, section 3.
 */
export function outputTokS(
  requests: readonly {output_tokens: number | null; sent_ms: number | null; e2e_ms: number | null}[]
): number | null {
  let tokens = 0;
  let first = Infinity;
  let last = -Infinity;
  for (const r of requests) {
    if (r.output_tokens === null || r.sent_ms === null || r.e2e_ms === null) return null;
    tokens += r.output_tokens;
    first = Math.min(first, r.sent_ms);
    last = Math.max(last, r.sent_ms + r.e2e_ms);
  }
  return last > first ? tokens / ((last - first) / 1000) : null;
}
