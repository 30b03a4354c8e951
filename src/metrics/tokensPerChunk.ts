import type {Derived} from "../schema/request.js";

/** Output tokens by usage over output deltas: what speculation puts into one chunk. Null without usage or output. Source: design, section 3. */
export function tokensPerChunk(r: Pick<Derived, "output_tokens" | "output_deltas">): number | null {
  if (r.output_tokens === null || r.output_deltas === null || r.output_deltas <= 0) return null;
  return r.output_tokens / r.output_deltas;
}
