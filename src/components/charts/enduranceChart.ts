import * as Plot from "@observablehq/plot";
import type {EnduranceRun} from "../series.js";
import type {MemoryRow, RequestRow} from "../campaignData.js";
import {formatNumber} from "../formatNumber.js";
import {INK, plot} from "./chartStyle.js";

/** Median of all pairwise slopes and the median residual: a line that a few slow requests cannot bend. O(n²), for runs of at most some thousand. */
export function theilSen(xs: number[], ys: number[]): {slope: number; intercept: number} | null {
  const slopes: number[] = [];
  for (let i = 0; i < xs.length; i++)
    for (let j = i + 1; j < xs.length; j++) {
      const dx = (xs[j] ?? 0) - (xs[i] ?? 0);
      if (dx !== 0) slopes.push(((ys[j] ?? 0) - (ys[i] ?? 0)) / dx);
    }
  if (slopes.length === 0) return null;
  const slope = median(slopes);
  return {slope, intercept: median(ys.map((y, i) => y - slope * (xs[i] ?? 0)))};
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const mid = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[mid] ?? 0) : ((sorted[mid - 1] ?? 0) + (sorted[mid] ?? 0)) / 2;
}

/** End-to-end time over request number with its Theil-Sen line; failures are crosses on the axis. */
export function enduranceLatency(run: EnduranceRun, width: number): Element {
  const ok = run.requests.filter((r) => r.status === "ok" && r.e2e_ms !== null);
  const failed = run.requests.filter((r) => r.status !== "ok");
  const line = theilSen(
    ok.slice(0, 1500).map((r) => r.index),
    ok.slice(0, 1500).map((r) => r.e2e_ms ?? 0)
  );
  const first = ok[0]?.index ?? 0;
  const last = ok.at(-1)?.index ?? 0;
  return plot(
    {
      width,
      height: 200,
      marginLeft: 58,
      marginTop: 28,
      x: {label: "request number", domain: [0, Math.max(1, run.requests.length - 1)], ticks: 6},
      y: {
        zero: true,
        nice: true,
        grid: true,
        label: "end to end, ms",
        ticks: 4,
        tickFormat: (d: number) => formatNumber(d)
      },
      marks: [
        Plot.dot(ok, {
          x: "index",
          y: "e2e_ms",
          r: 2.6,
          fill: INK.info,
          fillOpacity: 0.7,
          title: (r: RequestRow) => `${r.request_id}\n${r.e2e_ms} ms`
        }),
        ...(line
          ? [
              Plot.line([first, last], {
                x: (d: number) => d,
                y: (d: number) => line.intercept + line.slope * d,
                stroke: INK.line,
                strokeWidth: 1.5
              })
            ]
          : []),
        Plot.dot(failed, {
          x: "index",
          y: () => 0,
          symbol: "times",
          r: 5,
          stroke: INK.fail,
          strokeWidth: 2,
          title: (r: RequestRow) => `${r.request_id}\n${r.status}`
        })
      ]
    },
    `End-to-end time of ${run.requests.length} requests`
  );
}

/** Free memory of each card while the run went on; null without readings. */
export function enduranceMemory(run: EnduranceRun, width: number): Element | null {
  const rows = run.memory.filter((m) => m.free_mib !== null);
  if (rows.length === 0) return null;
  const start = Math.min(...rows.map((m) => m.t_ms));
  const seconds = (m: MemoryRow) => (m.t_ms - start) / 1000;
  const ends = [...new Map(rows.map((m) => [m.gpu, m])).values()];
  return plot(
    {
      width,
      height: 180,
      marginLeft: 58,
      marginRight: 60,
      marginTop: 28,
      x: {label: "seconds into the run", ticks: 6},
      y: {zero: true, nice: true, grid: true, label: "free MiB", ticks: 4, tickFormat: (d: number) => formatNumber(d)},
      marks: [
        Plot.line(rows, {x: seconds, y: "free_mib", z: "gpu", stroke: INK.info}),
        Plot.text(ends, {x: seconds, y: "free_mib", text: "gpu", dx: 5, textAnchor: "start", fill: INK.info})
      ]
    },
    "Free memory over the run"
  );
}
