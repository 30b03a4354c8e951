import {monitorEventLoopDelay, performance} from "node:perf_hooks";
import type {ClientCondition} from "./types.js";

const RESOLUTION_MS = 5;
const WINDOW_MS = 50;
const KEPT_WINDOWS = 20 * 60 * 10;

/**
 * Watches the client's own event loop: delay by windows of 50 ms. `start` opens a span, the function it returns closes it
 * and tells the largest p99 delay (ms beyond the timer's own period), the loop's utilisation and the CPU share in the span.
 */
export function clientHealth(): {start(): () => ClientCondition; stop(): void} {
  const histogram = monitorEventLoopDelay({resolution: RESOLUTION_MS});
  histogram.enable();
  const windows: {at: number; p99: number}[] = [];
  const read = () => {
    if (histogram.count > 0)
      windows.push({at: performance.now(), p99: Math.max(0, histogram.percentile(99) / 1e6 - RESOLUTION_MS)});
    if (windows.length > KEPT_WINDOWS) windows.splice(0, KEPT_WINDOWS / 2);
    histogram.reset();
  };
  const timer = setInterval(read, WINDOW_MS);
  timer.unref();
  return {
    start() {
      const from = performance.now();
      const loop = performance.eventLoopUtilization();
      const cpu = process.cpuUsage();
      return () => {
        const wall = performance.now() - from;
        const used = process.cpuUsage(cpu);
        let worst: number | null = null;
        for (let i = windows.length - 1; i >= 0; i -= 1) {
          const window = windows[i];
          if (window === undefined || window.at < from) break;
          worst = Math.max(worst ?? 0, window.p99);
        }
        return {
          loop_delay_p99_ms: worst,
          loop_utilisation: performance.eventLoopUtilization(loop).utilization,
          cpu_share: wall > 0 ? (used.user + used.system) / 1000 / wall : null
        };
      };
    },
    stop() {
      clearInterval(timer);
      histogram.disable();
    }
  };
}
