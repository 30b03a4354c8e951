import type {Derived} from "../schema/request.js";

/**
 * The time a prefill rate divides by, in ms: the first output of any channel, or the first content where a foreign
 * protocol defines it so (basis `prompt-over-ttft`). Null where it was not measured or is not above 0. Source: design, sections 3 and 11.
 */
export function prefillMs(r: Pick<Derived, "ttfo_ms" | "ttft_ms" | "prefill_basis">): number | null {
  const ms = r.prefill_basis === "prompt-over-ttft" ? r.ttft_ms : r.ttfo_ms;
  return (ms ?? 0) > 0 ? ms : null;
}
