import type {Derived} from "../schema/request.js";

/** From the first to the last output delta, in ms. Null when there was no output. Source: design, section 3. */
export function generationMs(r: Pick<Derived, "ttfo_ms" | "last_output_ms">): number | null {
  return r.ttfo_ms === null || r.last_output_ms === null ? null : r.last_output_ms - r.ttfo_ms;
}
