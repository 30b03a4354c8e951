import type {Derived} from "../schema/request.js";

/**
 * Decode rate in tokens per second: (m - k) / (generation_ms / 1000), where k and m are the tokens counted at the
 * first and at the last output delta. Null when m <= k, when no time passed, or when a part was not measured.
 * Source: design, section 3.
 */
export function decodeTokS(
  r: Pick<Derived, "first_delta_tokens" | "last_delta_tokens" | "generation_ms">
): number | null {
  const {first_delta_tokens: k, last_delta_tokens: m, generation_ms: generationMs} = r;
  if (k === null || m === null || generationMs === null || m <= k || generationMs <= 0) return null;
  return (m - k) / (generationMs / 1000);
}
