import {setImmediate} from "node:timers/promises";

/** Work of so many ms at a stretch is no delay that a measured request would see. */
const SLICE_MS = 0.5;

/**
 * Maps items in their order, giving the event loop its turn between slices: what is recorded of one request must not
 * delay the reading of another that is being measured. Resolves to the results; rejects with what `map` throws.
 */
export async function inSlices<T, R>(items: readonly T[], map: (item: T) => R): Promise<R[]> {
  const results: R[] = [];
  let from = performance.now();
  for (const item of items) {
    results.push(map(item));
    if (performance.now() - from < SLICE_MS) continue;
    await setImmediate();
    from = performance.now();
  }
  return results;
}
