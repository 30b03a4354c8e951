import * as Plot from "@observablehq/plot";
import type {ReserveRow} from "../campaignData.js";
import {formatNumber} from "../formatNumber.js";
import {INK, plot} from "./chartStyle.js";

/** What a card has above its threshold after the workload, in words; negative is short. */
export function marginWords(row: ReserveRow): string {
  if (row.after_mib === null) return "after the workload: not measured";
  if (row.threshold_mib === null) return `${formatNumber(row.after_mib)} MiB`;
  const margin = row.after_mib - row.threshold_mib;
  return `${formatNumber(row.after_mib)} MiB, ${margin < 0 ? `${formatNumber(-margin)} short` : `${formatNumber(margin)} above`}`;
}

/** A bullet per card and profile: after-workload bar, idle and lowest ticks, threshold line, margin written at the end. */
export function reserveChart(rows: ReserveRow[], name: (profile: string) => string, width: number): Element {
  const key = (r: ReserveRow) => `${r.profile}\n${r.gpu}`;
  const tone = (r: ReserveRow) => (r.verdict === "pass" ? INK.pass : r.verdict === "fail" ? INK.fail : INK.muted);
  const most = Math.max(
    ...rows.flatMap((r) => [r.idle_mib ?? 0, r.peak_mib ?? 0, r.after_mib ?? 0, r.threshold_mib ?? 0])
  );
  const thresholds = [...new Set(rows.flatMap((r) => (r.threshold_mib === null ? [] : [r.threshold_mib])))];
  return plot(
    {
      width,
      height: 72 + rows.length * 46,
      marginLeft: 16,
      marginRight: 24,
      marginTop: 30,
      marginBottom: 42,
      x: {
        domain: [0, most * 1.06],
        label: "free MiB",
        grid: true,
        ticks: width < 500 ? 4 : 8,
        tickFormat: (d: number) => formatNumber(d)
      },
      y: {domain: rows.map(key), axis: null, padding: 0.66},
      marks: [
        Plot.barX(
          rows.filter((r) => r.after_mib !== null),
          {x: "after_mib", y: key, fill: tone, fillOpacity: 0.75}
        ),
        Plot.tickX(
          rows.filter((r) => r.idle_mib !== null),
          {x: "idle_mib", y: key, stroke: INK.line, strokeWidth: 2, title: (r: ReserveRow) => `idle ${r.idle_mib} MiB`}
        ),
        Plot.tickX(
          rows.filter((r) => r.peak_mib !== null),
          {
            x: "peak_mib",
            y: key,
            stroke: INK.caution,
            strokeWidth: 2,
            title: (r: ReserveRow) => `lowest ${r.peak_mib} MiB`
          }
        ),
        Plot.ruleX(thresholds, {stroke: INK.line, strokeDasharray: "4,3"}),
        Plot.text(thresholds, {
          x: (d: number) => d,
          frameAnchor: "top",
          dy: -14,
          text: (d: number) => `threshold ${formatNumber(d)}`,
          fill: INK.line
        }),
        Plot.text(rows, {
          y: key,
          frameAnchor: "left",
          textAnchor: "start",
          dy: -15,
          fill: INK.muted,
          text: (r: ReserveRow) => `${name(r.profile)}, card ${r.gpu}: ${marginWords(r)}`,
          lineWidth: Math.max(18, width / 8),
          textOverflow: "ellipsis-middle"
        })
      ]
    },
    "Free memory of each card"
  );
}
