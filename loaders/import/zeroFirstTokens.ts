/** First tokens at 0 ms: no measurement, so no request keeps one; what the file said is kept as a claim that the audit names. */
import {claim} from "./claim.js";
import type {ReportedDraft, RequestDraft} from "./draft.js";

const MOST = 100;

/**
 * A claim of 0 ms for each of the first hundred successful requests with tokens whose time to the first token the file
 * gives as exactly 0. `given` and `path`: that time, and where it stands in the file, by the request's position.
 */
export function zeroFirstTokens(
  requests: readonly RequestDraft[],
  given: (position: number) => number | null | undefined,
  path: (position: number) => string
): ReportedDraft[] {
  return requests
    .flatMap((r, i) => (r.status === "ok" && (r.output_tokens ?? 0) > 0 && given(i) === 0 ? [i] : []))
    .slice(0, MOST)
    .flatMap((i) => claim("ttft_ms", "value", 0, "ms", path(i)));
}
