import * as Plot from "@observablehq/plot";
import type {PointRow} from "../campaignData.js";
import {formatNumber} from "../formatNumber.js";
import {nominalLabel} from "../pointLabel.js";
import {INK, plot} from "./chartStyle.js";

/** Output of the stage over concurrency, one line a profile and prompt size, labelled at its end. Rates start at zero. */
export function concurrencyChart(points: PointRow[], selected: string | null, width: number): Element {
  const series = (p: PointRow) => `${p.profile} ${p.nominal_prompt_tokens ?? ""}`;
  const stroke = (p: PointRow) => (p.profile === selected ? INK.info : INK.muted);
  const ends = [...new Map(points.map((p) => [series(p), p])).values()];
  const levels = [...new Set(points.map((p) => p.concurrency ?? 1))].sort((a, b) => a - b);
  return plot(
    {
      width,
      height: 260,
      marginLeft: 52,
      marginRight: width < 500 ? 90 : 260,
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
        }),
        Plot.text(ends, {
          x: "concurrency",
          y: "output_tok_s",
          dx: 9,
          textAnchor: "start",
          fill: stroke,
          text: (p: PointRow) =>
            `${p.nominal_prompt_tokens === null ? "" : `${nominalLabel(p.nominal_prompt_tokens)} `}${formatNumber(p.output_tok_s ?? 0)}  ${width < 500 ? "" : p.profile}`,
          lineWidth: width < 500 ? 8 : 22,
          textOverflow: "ellipsis"
        })
      ]
    },
    "Output rate over concurrency"
  );
}
