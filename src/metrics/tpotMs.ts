import type {Derived} from "../schema/request.js";

/**
 * Time per output token in ms: generation_ms / (m - k), over the same span as the decode rate. Null where that rate is.
 * Source: design, section 3.
 */
export function tpotMs(r: Pick<Derived, "first_delta_tokens" | "last_delta_tokens" | "generation_ms">): number | null {
  const {first_delta_tokens: k, last_delta_tokens: m, generation_ms: generationMs} = r;
  if (k === null || m === null || generationMs === null || m <= k || generationMs <= 0) return null;
  return generationMs / (m - k);
}
