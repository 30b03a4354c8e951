import * as Plot from "@observablehq/plot";
import type {EnduranceRun} from "../series.js";
import type {DriftRow, MemoryRow, RequestRow} from "../campaignData.js";
import {formatChange, formatNumber} from "../formatNumber.js";
import {INK, plot} from "./chartStyle.js";
import {endLabels} from "./endLabels.js";

/** `+1.2 % over the run, 95.5 % [-3.0 %, +4.1 %]: no drift`; null when the run is too short for one. */
export function driftWords(drift: DriftRow | null): string {
  if (drift === null) return "no trend: it takes twenty answers";
  const change = (share: number) => formatChange(1 + share);
  return `trend ${change(drift.change)} over the run, ${formatNumber(drift.coverage * 100, 3)}\u2009% [${change(drift.lo)}, ${change(drift.hi)}]: ${drift.drift ? "it drifts" : "no drift"}`;
}

/** End-to-end time over request number, with the Theil-Sen line of its drift and the interval around it; failures are crosses on the axis. */
export function enduranceLatency(run: EnduranceRun, drift: DriftRow | null, width: number): Element {
  const ok = run.requests.filter((r) => r.status === "ok" && r.e2e_ms !== null);
  const failed = run.requests.filter((r) => r.status !== "ok");
  const level = median(ok.map((r) => r.e2e_ms ?? 0));
  const first = ok[0]?.index ?? 0;
  const last = ok.at(-1)?.index ?? 0;
  // The change is told over the whole run: its line turns about the middle of the run at the median.
  const at = (share: number, end: -1 | 1) => level * (1 + (end * share) / 2);
  const ends = [-1, 1] as const;
  return plot(
    {
      width,
      height: 210,
      marginLeft: 58,
      marginTop: 28,
      marginBottom: 46,
      insetTop: 8,
      x: {label: "request number", domain: [0, Math.max(1, run.requests.length - 1)], ticks: 6, insetLeft: 6},
      y: {
        zero: true,
        nice: true,
        grid: true,
        label: "end to end, ms",
        ticks: 4,
        tickFormat: (d: number) => formatNumber(d)
      },
      marks: [
        ...(drift === null
          ? []
          : [
              Plot.areaY(ends, {
                x: (end: -1 | 1) => (end < 0 ? first : last),
                y1: (end: -1 | 1) => at(end < 0 ? drift.hi : drift.lo, end),
                y2: (end: -1 | 1) => at(end < 0 ? drift.lo : drift.hi, end),
                fill: INK.muted,
                fillOpacity: 0.18
              }),
              Plot.line(ends, {
                x: (end: -1 | 1) => (end < 0 ? first : last),
                y: (end: -1 | 1) => at(drift.change, end),
                stroke: INK.line,
                strokeWidth: 1.5
              })
            ]),
        Plot.dot(ok, {
          x: "index",
          y: "e2e_ms",
          r: 2.6,
          fill: INK.info,
          fillOpacity: 0.7,
          title: (r: RequestRow) => `${r.request_id}\n${r.e2e_ms} ms`
        }),
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

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const mid = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[mid] ?? 0) : ((sorted[mid - 1] ?? 0) + (sorted[mid] ?? 0)) / 2;
}

/** Free memory of each card while the run went on; null without readings. */
export function enduranceMemory(run: EnduranceRun, width: number): Element | null {
  const rows = run.memory.filter((m) => m.free_mib !== null);
  if (rows.length === 0) return null;
  const start = Math.min(...rows.map((m) => m.t_ms));
  const seconds = (m: MemoryRow) => (m.t_ms - start) / 1000;
  const ends = [...new Map(rows.map((m) => [m.gpu, m])).values()];
  // Cards that end alike share a label.
  const cards = new Map<number, MemoryRow[]>();
  for (const m of ends) cards.set(m.free_mib ?? 0, [...(cards.get(m.free_mib ?? 0) ?? []), m]);
  const labels = [...cards].map(([mib, own]) => ({
    x: Math.max(...own.map(seconds)),
    y: mib,
    text: `${formatNumber(mib)}, ${own.length === 1 ? `card ${own[0]?.gpu}` : `${own.length} cards`}`,
    fill: INK.info
  }));
  const node = plot(
    {
      width,
      height: 190,
      marginLeft: 58,
      marginRight: 140,
      marginTop: 28,
      marginBottom: 46,
      insetTop: 8,
      x: {label: "seconds into the run", ticks: 6},
      y: {zero: true, nice: true, grid: true, label: "free MiB", ticks: 4, tickFormat: (d: number) => formatNumber(d)},
      marks: [Plot.line(rows, {x: seconds, y: "free_mib", z: "gpu", stroke: INK.info})]
    },
    "Free memory over the run"
  );
  endLabels(node, labels, width);
  return node;
}
