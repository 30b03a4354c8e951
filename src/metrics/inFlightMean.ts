import type {Span} from "./span.js";

/**
 * Mean number of requests in flight during `one`, itself included: the sum of overlaps with it over its own length.
 * `all` holds every request of the stage, `one` among them. Null when it took no time. Source: design, section 3.
 */
export function inFlightMean(one: Span, all: readonly Span[]): number | null {
  const length = one.ended_ms - one.sent_ms;
  if (length <= 0) return null;
  let overlap = 0;
  for (const other of all)
    overlap += Math.max(0, Math.min(one.ended_ms, other.ended_ms) - Math.max(one.sent_ms, other.sent_ms));
  return overlap / length;
}
