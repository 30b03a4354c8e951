import * as Plot from "@observablehq/plot";
import type {PointRow} from "../campaignData.js";
import {formatNumber} from "../formatNumber.js";
import {promptSize} from "../../metrics/names/promptSize.js";
import {INK, plot} from "./chartStyle.js";
import {endLabels} from "./endLabels.js";

export interface ConcurrencyPanel {
  metric: "output_tok_s" | "decode_tok_s";
  label: string;
}

/** What the server gives in all, and what each of its users sees: stalls by others' prefill are in the second. */
export const CONCURRENCY_PANELS: ConcurrencyPanel[] = [
  {metric: "output_tok_s", label: "output of the stage, tok/s"},
  {metric: "decode_tok_s", label: "decode under load p50, tok/s a request"}
];

/** One panel: a measure over concurrency, one line a profile and prompt size, labelled at its end; null without a value. Rates start at zero. */
export function concurrencyPanel(
  {metric, label}: ConcurrencyPanel,
  all: PointRow[],
  selected: string | null,
  name: (profile: string) => string,
  width: number
): Element | null {
  const points = all.filter((p) => p[metric] !== null);
  if (points.length === 0) return null;
  const series = (p: PointRow) => `${p.profile} ${p.nominal_prompt_tokens ?? ""}`;
  const stroke = (p: PointRow) => (p.profile === selected ? INK.info : INK.muted);
  const ends = [...new Map(points.map((p) => [series(p), p])).values()];
  const levels = [...new Set(all.map((p) => p.concurrency ?? 1))].sort((a, b) => a - b);
  const node = plot(
    {
      width,
      height: 250,
      marginLeft: 58,
      marginRight: Math.min(200, Math.floor(width * 0.43)),
      marginTop: 30,
      marginBottom: 46,
      insetTop: 8,
      x: {type: "point", domain: levels, label: "requests in flight", padding: 0.3},
      y: {zero: true, nice: true, grid: true, label, ticks: 4, tickFormat: (d: number) => formatNumber(d)},
      marks: [
        Plot.line(points, {x: "concurrency", y: metric, z: series, stroke}),
        Plot.dot(points, {
          x: "concurrency",
          y: metric,
          fill: stroke,
          r: 4,
          title: (p: PointRow) => `${p.profile}\n${p.stage}\n${p[metric]} tok/s`
        })
      ]
    },
    label
  );
  // One profile is named by the figure's title.
  const several = new Set(all.map((p) => p.profile)).size > 1;
  const words = (p: PointRow) =>
    [
      formatNumber(p[metric] ?? 0),
      p.nominal_prompt_tokens === null ? null : promptSize(p.nominal_prompt_tokens),
      several ? name(p.profile) : null
    ]
      .filter(Boolean)
      .join(", ");
  endLabels(
    node,
    ends.map((p) => ({x: p.concurrency ?? 1, y: p[metric] ?? 0, text: words(p), fill: stroke(p)})),
    width
  );
  return node;
}
