/** Gaps between neighbouring output deltas in ms: a property of chunks, never called inter-token latency. Source: design, section 3. */
export function chunkGapsMs(outputTimesMs: readonly number[]): number[] {
  return outputTimesMs.slice(1).map((t, i) => t - (outputTimesMs[i] ?? t));
}
