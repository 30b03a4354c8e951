/**
 * Output rate over the steady window in tokens per second: between the last first-output and the first finish, when
 * all are generating. Each request's tokens are spread evenly over its own generation. Null without such a window.
 * Source: design, section 3.
 */
export function steadyOutputTokS(
  requests: readonly {
    output_tokens: number | null;
    sent_ms: number | null;
    ttfo_ms: number | null;
    last_output_ms: number | null;
  }[]
): number | null {
  let from = -Infinity;
  let to = Infinity;
  let rate = 0;
  for (const r of requests) {
    if (r.output_tokens === null || r.sent_ms === null || r.ttfo_ms === null || r.last_output_ms === null) return null;
    const generationMs = r.last_output_ms - r.ttfo_ms;
    // A request without generation closes the window by itself.
    from = Math.max(from, r.sent_ms + r.ttfo_ms);
    to = Math.min(to, r.sent_ms + r.last_output_ms);
    rate += r.output_tokens / (generationMs / 1000);
  }
  return requests.length > 0 && to > from ? rate : null;
}
