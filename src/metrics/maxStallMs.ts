import {chunkGapsMs} from "./chunkGapsMs.js";

/** The largest gap between two output deltas in ms; null with fewer than two. Source: design, section 3. */
export function maxStallMs(outputTimesMs: readonly number[]): number | null {
  return chunkGapsMs(outputTimesMs).reduce<number | null>((most, gap) => Math.max(most ?? gap, gap), null);
}
