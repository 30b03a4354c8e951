import * as Plot from "@observablehq/plot";
import type {PointRow} from "../campaignData.js";
import {formatNumber} from "../formatNumber.js";
import {nominalLabel} from "../pointLabel.js";
import {INK, plot} from "./chartStyle.js";
import {endLabels} from "./endLabels.js";

/** Output of the stage over concurrency, one line a profile and prompt size, labelled at its end. Rates start at zero. */
export function concurrencyChart(
  points: PointRow[],
  selected: string | null,
  name: (profile: string) => string,
  width: number
): Element {
  const series = (p: PointRow) => `${p.profile} ${p.nominal_prompt_tokens ?? ""}`;
  const stroke = (p: PointRow) => (p.profile === selected ? INK.info : INK.muted);
  const ends = [...new Map(points.map((p) => [series(p), p])).values()];
  const levels = [...new Set(points.map((p) => p.concurrency ?? 1))].sort((a, b) => a - b);
  const node = plot(
    {
      width,
      height: 260,
      marginLeft: 52,
      marginRight: Math.min(240, Math.floor(width * 0.4)),
      marginBottom: 44,
      x: {type: "point", domain: levels, label: "requests in flight"},
      y: {zero: true, nice: true, grid: true, label: "output of the stage, tok/s", ticks: 5},
      marks: [
        Plot.line(points, {x: "concurrency", y: "output_tok_s", z: series, stroke}),
        Plot.dot(points, {
          x: "concurrency",
          y: "output_tok_s",
          fill: stroke,
          r: 4,
          title: (p: PointRow) => `${p.profile}\n${p.stage}\n${p.output_tok_s} tok/s`
        })
      ]
    },
    "Output rate over concurrency"
  );
  const label = (p: PointRow) =>
    [
      formatNumber(p.output_tok_s ?? 0),
      p.nominal_prompt_tokens === null ? null : `at ${nominalLabel(p.nominal_prompt_tokens)}`,
      name(p.profile)
    ]
      .filter(Boolean)
      .join(" ");
  endLabels(
    node,
    ends.map((p) => ({x: p.concurrency ?? 1, y: p.output_tok_s ?? 0, text: label(p), fill: stroke(p)})),
    width
  );
  return node;
}
