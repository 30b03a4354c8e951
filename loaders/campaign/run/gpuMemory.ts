import type {GpuReading} from "../../host/gpu/index.js";
import type {MemoryView} from "../../stages/run/memoryView.js";

/** Where readings come from: those since a time of their own clock, that clock, and why there will be no more. */
export interface ReadingSource {
  readingsSince(tMs: number): GpuReading[];
  readonly tMs: number;
  readonly problem: string | null;
}

/** How long a watch waits beyond its time for a card that was not read within it: a busy machine reads late, ms. */
const LATE_MS = 10_000;
const LOOK_MS = 100;

/** Free memory of the cards through one profile's boot. Idle is what was seen before the first workload after `markIdle`. */
export function gpuMemory(
  source: ReadingSource,
  sleep: (ms: number) => Promise<void>,
  fixedIdle: Map<string, number> | null = null
): MemoryView {
  let idleFrom = source.tMs;
  let idleTo: number | null = null;
  const begun = source.tMs;
  const lowestBetween = (from: number, to: number | null) => {
    const lowest = new Map<string, number>();
    for (const {gpu, free_mib, t_ms} of source.readingsSince(from)) {
      if (free_mib === null || (to !== null && t_ms > to)) continue;
      lowest.set(gpu, Math.min(lowest.get(gpu) ?? Infinity, free_mib));
    }
    return lowest;
  };
  /** Whether every card that was ever read has been read since. */
  const allRead = (from: number) => {
    const read = lowestBetween(from, null);
    return read.size > 0 && [...lowestBetween(0, null).keys()].every((gpu) => read.has(gpu));
  };
  return {
    markIdle() {
      idleFrom = source.tMs;
      idleTo = null;
    },
    endIdle() {
      idleTo ??= source.tMs;
    },
    idle: () => fixedIdle ?? lowestBetween(idleFrom, idleTo),
    lowest: () => lowestBetween(Math.max(begun, idleFrom), null),
    async watch(seconds) {
      const from = source.tMs;
      await sleep(seconds * 1000);
      for (let waited = 0; waited < LATE_MS && source.problem === null && !allRead(from); waited += LOOK_MS)
        await sleep(LOOK_MS);
      return lowestBetween(from, null);
    }
  };
}
