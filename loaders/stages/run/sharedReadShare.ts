import {deltasOf} from "../../../src/metrics/index.js";
import type {WireFrame} from "../../../src/schema/wire.js";

/** Share of output deltas that came out of a socket read together with another: a frame is a read. Null without output. */
export function sharedReadShare(frames: readonly WireFrame[]): number | null {
  const deltas = deltasOf(frames);
  if (deltas.length === 0) return null;
  const byTime = new Map<number, number>();
  for (const delta of deltas) byTime.set(delta.t_ms, (byTime.get(delta.t_ms) ?? 0) + 1);
  let shared = 0;
  for (const count of byTime.values()) if (count > 1) shared += count;
  return shared / deltas.length;
}
