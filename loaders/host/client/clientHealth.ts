import {performance} from "node:perf_hooks";
import {threadCpuMs} from "./threadCpu.js";

export const TICK_MS = 2;
/** Ticks that are kept: half an hour of them. */
const KEPT = 900_000;

/** How this thread fared between the two ends of a span. `lateMs`: each tick's lateness. */
export interface ThreadSpan {
  lateMs: Float64Array;
  loop_utilisation: number;
  cpu_share: number | null;
}

/**
 * Watches the event loop of the thread that reads the sockets with a timer of 2 ms. `start` opens a span, the function it returns
 * closes it. Ticks that began before the span, when the caller was still preparing, do not count.
 */
export function clientHealth(): {start(): () => ThreadSpan} {
  const at = new Float64Array(KEPT);
  const late = new Float64Array(KEPT);
  let count = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    at[count % KEPT] = last;
    late[count % KEPT] = Math.max(0, now - last - TICK_MS);
    count += 1;
    last = now;
  }, TICK_MS);
  timer.unref();
  const lateSince = (from: number): Float64Array => {
    let first = count;
    while (first > Math.max(0, count - KEPT) && (at[(first - 1) % KEPT] ?? 0) >= from) first -= 1;
    return Float64Array.from({length: count - first}, (_, i) => late[(first + i) % KEPT] ?? 0);
  };
  return {
    start() {
      const from = performance.now();
      const loop = performance.eventLoopUtilization();
      const cpu = threadCpuMs();
      return () => {
        const wall = performance.now() - from;
        return {
          lateMs: lateSince(from),
          loop_utilisation: performance.eventLoopUtilization(loop).utilization,
          cpu_share: wall > 0 ? (threadCpuMs() - cpu) / wall : null
        };
      };
    }
  };
}
