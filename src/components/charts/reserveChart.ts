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

/** Idle and lowest, which stand as ticks. */
export function tickWords({idle_mib, peak_mib}: ReserveRow): string {
  const word = (name: string, mib: number | null) => `${name} ${mib === null ? "not measured" : formatNumber(mib)}`;
  return idle_mib === null && peak_mib === null
    ? "idle and lowest not measured"
    : `${word("idle", idle_mib)}, ${word("lowest", peak_mib)}`;
}

/** From this width on names stand at the left and figures at the right; below it both stand above the bar. */
const WIDE = 620;

/** A bullet per card and profile: after-workload bar, idle and lowest ticks, threshold, the margin written at the end. */
export function reserveChart(rows: ReserveRow[], name: (profile: string) => string, width: number): Element {
  const key = (r: ReserveRow) => `${r.profile}\n${r.gpu}`;
  const title = (r: ReserveRow) => `${name(r.profile)}, card ${r.gpu}`;
  const tone = (r: ReserveRow) => (r.verdict === "pass" ? INK.pass : r.verdict === "fail" ? INK.fail : INK.muted);
  const most = Math.max(
    ...rows.flatMap((r) => [r.idle_mib ?? 0, r.peak_mib ?? 0, r.after_mib ?? 0, r.threshold_mib ?? 0])
  );
  const thresholds = [...new Set(rows.flatMap((r) => (r.threshold_mib === null ? [] : [r.threshold_mib])))];
  const wide = width >= WIDE;
  const longest = Math.max(...rows.map((r) => title(r).length));
  const text = (words: (r: ReserveRow) => string, options: Plot.TextOptions) =>
    Plot.text(rows, {y: key, text: words, textOverflow: "ellipsis-end", ...options});
  return plot(
    {
      width,
      height: 76 + rows.length * (wide ? 40 : 66),
      marginLeft: wide ? Math.min(250, 20 + longest * 6.6) : 8,
      marginRight: wide ? 190 : 24,
      marginTop: wide ? 30 : 40,
      marginBottom: 46,
      x: {
        domain: [0, most * 1.03],
        label: "free MiB",
        grid: true,
        ticks: width < 500 ? 4 : 6,
        tickFormat: (d: number) => formatNumber(d)
      },
      y: {domain: rows.map(key), axis: null, padding: wide ? 0.56 : 0.74},
      marks: [
        Plot.barX(
          rows.filter((r) => r.after_mib !== null),
          {x: "after_mib", y: key, fill: tone, fillOpacity: 0.75, title: (r) => `after the workload ${r.after_mib} MiB`}
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
            strokeWidth: 3,
            title: (r: ReserveRow) => `lowest ${r.peak_mib} MiB`
          }
        ),
        Plot.tickX(
          rows.filter((r) => r.threshold_mib !== null),
          {
            x: "threshold_mib",
            y: key,
            stroke: INK.line,
            strokeWidth: 1.5,
            strokeDasharray: "4,3",
            insetTop: wide ? -6 : -2,
            insetBottom: -6
          }
        ),
        Plot.text(thresholds, {
          x: (d: number) => d,
          frameAnchor: "top",
          dy: wide ? -14 : -22,
          text: (d: number) => `threshold ${formatNumber(d)}`,
          fill: INK.line
        }),
        ...(wide
          ? [
              text(title, {frameAnchor: "left", textAnchor: "end", dx: -10, fill: INK.line, lineWidth: 19}),
              text(marginWords, {frameAnchor: "right", textAnchor: "start", dx: 10, dy: -7, fill: tone}),
              text(tickWords, {frameAnchor: "right", textAnchor: "start", dx: 10, dy: 8, fill: INK.muted, fontSize: 11})
            ]
          : [
              text(title, {frameAnchor: "left", textAnchor: "start", dy: -33, fill: INK.line, lineWidth: width / 12.5}),
              text((r) => `${marginWords(r)}; ${tickWords(r)}`, {
                frameAnchor: "left",
                textAnchor: "start",
                dy: -18,
                fill: tone,
                fontSize: 11,
                lineWidth: width / 11
              })
            ])
      ]
    },
    "Free memory of each card"
  );
}
