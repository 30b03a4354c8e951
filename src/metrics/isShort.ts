import type {Derived} from "../schema/request.js";

/**
 * Whether the answer stopped by itself before it filled `max_tokens` (marked `short` where prompts are meant to fill it).
 * Null when the tokens or the budget are unknown. Source: design, section 3.
 */
export function isShort(
  r: Pick<Derived, "finish_reason" | "output_tokens"> & {max_tokens: number | null}
): boolean | null {
  if (r.output_tokens === null || r.max_tokens === null) return null;
  return r.finish_reason !== "length" && r.output_tokens < r.max_tokens;
}
