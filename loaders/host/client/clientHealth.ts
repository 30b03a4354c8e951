import {performance} from "node:perf_hooks";
import {percentile} from "../../../src/metrics/index.js";
import {threadCpuMs} from "./threadCpu.js";
import type {ClientCondition} from "./types.js";

const TICK_MS = 5;
/** Ticks that are kept: half an hour of them. */
const KEPT = 360_000;

/**
 * Watches the event loop of the thread that reads the sockets with a timer of 5 ms. `start` opens a span, the function it returns closes it and tells the
 * p99 of the ticks' lateness (ms) between the two, the loop's utilisation and the thread's share of a CPU. Ticks that began before the span,
 * when the caller was still preparing, do not count.
 */
export function clientHealth(): {start(): () => ClientCondition; stop(): void} {
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
  const lateSince = (from: number): number[] => {
    const found: number[] = [];
    for (let i = count - 1; i >= Math.max(0, count - KEPT); i -= 1) {
      if ((at[i % KEPT] ?? 0) < from) break;
      found.push(late[i % KEPT] ?? 0);
    }
    return found;
  };
  return {
    start() {
      const from = performance.now();
      const loop = performance.eventLoopUtilization();
      const cpu = threadCpuMs();
      return () => {
        const wall = performance.now() - from;
        return {
          loop_delay_p99_ms: percentile(lateSince(from), 99),
          loop_utilisation: performance.eventLoopUtilization(loop).utilization,
          cpu_share: wall > 0 ? (threadCpuMs() - cpu) / wall : null
        };
      };
    },
    stop: () => clearInterval(timer)
  };
}
