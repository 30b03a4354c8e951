import type {Derived} from "../schema/request.js";
import {prefillMs} from "./prefillMs.js";

/**
 * Prefill rate over the uncached part, in tokens per second. Only where that part is at least max(1024, half the
 * prompt): below, the time is overhead and not a rate, and the value is null. Source: design, section 3.
 */
export function uncachedPrefillTokS(
  r: Pick<Derived, "prompt_tokens" | "cached_tokens" | "ttfo_ms" | "ttft_ms" | "prefill_basis">
): number | null {
  const ms = prefillMs(r);
  if (r.prompt_tokens === null || r.cached_tokens === null || ms === null) return null;
  const uncached = r.prompt_tokens - r.cached_tokens;
  return uncached < Math.max(1024, r.prompt_tokens / 2) ? null : uncached / (ms / 1000);
}
