import * as Plot from "@observablehq/plot";
import type {ComparisonResult} from "../../schema/decision.js";
import {formatInterval, formatNumber} from "../formatNumber.js";
import {nominalLabel} from "../pointLabel.js";
import {INK, plot} from "./chartStyle.js";

const UNITS: Record<string, string> = {decode_tok_s: "tok/s", effective_prefill_tok_s: "tok/s", output_tok_s: "tok/s"};
const unitOf = (metric: string) => UNITS[metric] ?? (/_ms$/.test(metric) ? "ms" : "");

/** One sentence that the evidence of a comparison carries, and no more. */
export function comparisonTitle(c: ComparisonResult, name: (profile: string) => string = (p) => p): string {
  const where = c.nominal_prompt_tokens === null ? "" : ` at ${nominalLabel(c.nominal_prompt_tokens)}`;
  const medians = c.p50_ratio === null ? "" : `, p50 ratio ${formatNumber(c.p50_ratio)}`;
  if (c.word === "faster" || c.word === "slower")
    return `${name(c.candidate)} is ${c.word} than ${name(c.baseline)}${where}${medians}`;
  const why = c.needs !== null && c.word === "too few samples" ? ` (needs ${c.needs} v ${c.needs})` : "";
  return `${name(c.candidate)} over ${name(c.baseline)}${where}${medians}: ${c.word}${why}`;
}

export interface SampleRow {
  arm: string;
  value: number;
  request_id: string;
  excluded: boolean;
}

/** Every sample of both arms, the baseline first. */
export function sampleRows(c: ComparisonResult): SampleRow[] {
  return (["baseline", "candidate"] as const).flatMap((arm) => c.samples[arm].map((s) => ({arm: c[arm], ...s})));
}

/** Two rows of points (every sample; suspects hollow), a tick at each arm's p50. Returns a plot of the given width. */
export function comparisonPoints(c: ComparisonResult, name: (profile: string) => string, width: number): Element {
  const rows = sampleRows(c);
  const medians = [
    {arm: c.baseline, value: c.p50_baseline},
    {arm: c.candidate, value: c.p50_candidate}
  ].filter((m) => m.value !== null);
  return plot(
    {
      width,
      height: 150,
      marginLeft: 16,
      marginTop: 30,
      marginBottom: 42,
      x: {
        zero: true,
        nice: true,
        label: `${c.metric}${unitOf(c.metric) ? `, ${unitOf(c.metric)}` : ""}`,
        grid: true,
        ticks: width < 500 ? 4 : 8
      },
      y: {domain: [c.baseline, c.candidate], axis: null},
      marks: [
        Plot.text([c.baseline, c.candidate], {
          y: (d: string) => d,
          text: (d: string) => name(d),
          frameAnchor: "left",
          dy: -16,
          textAnchor: "start",
          fill: INK.muted,
          stroke: "var(--paper)",
          strokeWidth: 4
        }),
        Plot.tickX(medians, {x: "value", y: "arm", stroke: INK.line, strokeWidth: 2}),
        Plot.dot(rows, {
          x: "value",
          y: "arm",
          r: 4.5,
          stroke: (d: SampleRow) => (d.excluded ? INK.caution : INK.info),
          fill: (d: SampleRow) => (d.excluded ? "var(--paper)" : INK.info),
          fillOpacity: 0.75,
          title: (d: SampleRow) => `${d.request_id}\n${d.value}${d.excluded ? "\nset aside by a finding" : ""}`
        })
      ]
    },
    `Every sample of ${c.baseline} and ${c.candidate}`
  );
}

export interface RatioRow {
  what: string;
  ratio: number;
  lo: number;
  hi: number;
  coverage: number | null;
}

/** The ratio with its interval and, where a finding sets rows aside, the exploratory one below it. */
export function ratioRows(c: ComparisonResult): RatioRow[] {
  const rows: RatioRow[] = [];
  if (c.ratio !== null && c.lo !== null && c.hi !== null)
    rows.push({what: `n ${c.n_baseline} v ${c.n_candidate}`, ratio: c.ratio, lo: c.lo, hi: c.hi, coverage: c.coverage});
  const e = c.exploratory;
  if (e && e.ratio !== null && e.lo !== null && e.hi !== null)
    rows.push({
      what: `exploratory, without suspects, n ${e.n_baseline} v ${e.n_candidate}`,
      ratio: e.ratio,
      lo: e.lo,
      hi: e.hi,
      coverage: e.coverage
    });
  return rows;
}

/** Ratio and interval against 1, with the A/A floor as a grey band when one was measured. */
export function comparisonRatio(c: ComparisonResult, width: number, floor: number | null): Element {
  const rows = ratioRows(c);
  const lows = rows.map((r) => r.lo);
  const highs = rows.map((r) => r.hi);
  const f = floor ?? 1;
  return plot(
    {
      width,
      height: 62 + 44 * rows.length,
      marginLeft: 16,
      marginRight: 16,
      marginTop: 26,
      marginBottom: 42,
      x: {
        type: "log",
        domain: [Math.min(...lows, 1 / f) / 1.08, Math.max(...highs, f) * 1.08],
        label: "candidate / baseline",
        ticks: 4,
        tickFormat: (d: number) => formatNumber(d, 3)
      },
      y: {domain: rows.map((r) => r.what), axis: null, padding: 0.6},
      marks: [
        ...(floor === null
          ? []
          : [Plot.rectX([floor], {x1: (d: number) => 1 / d, x2: (d: number) => d, fill: INK.band})]),
        Plot.ruleX([1], {stroke: INK.muted, strokeDasharray: "3,3"}),
        Plot.ruleY(rows, {y: "what", x1: "lo", x2: "hi", stroke: INK.line, strokeWidth: 2}),
        Plot.dot(rows, {y: "what", x: "ratio", r: 5, fill: INK.info}),
        Plot.text(rows, {
          y: "what",
          text: (r: RatioRow) => `${formatNumber(r.ratio)}  ${formatInterval(r.lo, r.hi, r.coverage)}  ${r.what}`,
          frameAnchor: "left",
          textAnchor: "start",
          dy: -14,
          fill: INK.muted,
          stroke: "var(--paper)",
          strokeWidth: 4,
          lineWidth: Math.max(12, width / 13),
          textOverflow: "ellipsis"
        })
      ]
    },
    `Ratio of ${c.candidate} to ${c.baseline}`
  );
}
