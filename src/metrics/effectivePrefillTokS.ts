import type {Derived} from "../schema/request.js";
import {prefillMs} from "./prefillMs.js";

/**
 * What a client sees of prefill, in tokens per second: prompt_tokens / (ttfo_ms / 1000), cache and queue included.
 * Null when the prompt or the first output was not measured. Source: design, section 3.
 */
export function effectivePrefillTokS(
  r: Pick<Derived, "prompt_tokens" | "ttfo_ms" | "ttft_ms" | "prefill_basis">
): number | null {
  const ms = prefillMs(r);
  return r.prompt_tokens === null || ms === null ? null : r.prompt_tokens / (ms / 1000);
}
