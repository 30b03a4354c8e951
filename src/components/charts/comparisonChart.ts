import * as Plot from "@observablehq/plot";
import type {ComparisonResult} from "../../schema/decision.js";
import {formatInterval, formatNumber} from "../formatNumber.js";
import {promptSize} from "../../metrics/names/promptSize.js";
import {metricWithUnit} from "../../metrics/names/metricWords.js";
import {HALO, INK, plot} from "./chartStyle.js";

/** One sentence that the evidence of a comparison carries, and no more. */
export function comparisonTitle(c: ComparisonResult, name: (profile: string) => string = (p) => p): string {
  const where = c.nominal_prompt_tokens === null ? "" : ` at ${promptSize(c.nominal_prompt_tokens)}`;
  const medians = c.p50_ratio === null ? "" : `, p50 ratio ${formatNumber(c.p50_ratio)}`;
  if (c.word === "faster" || c.word === "slower")
    return `${name(c.candidate)} is ${c.word} than ${name(c.baseline)}${where}${c.scope === "in these boots" ? `, ${c.scope}` : ""}${medians}`;
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

/** Radius of a sample, in pixels. */
const R = 3.8;

/**
 * Rows of a swarm: for each value the level (0, 1, -1, 2, ...) at which its point touches no earlier one of the same arm,
 * when `pixels` are spread over 0 to `most`. Seven levels at most, then points overlap.
 */
export function swarmLevels(values: number[], most: number, pixels: number): number[] {
  const placed = new Map<number, number[]>();
  return values.map((value) => {
    const at = (value / most) * pixels;
    for (let k = 0; ; k++) {
      const level = k % 2 === 1 ? (k + 1) / 2 : -k / 2;
      const there = placed.get(level) ?? [];
      if (k < 6 && there.some((x) => Math.abs(x - at) < 2 * R)) continue;
      placed.set(level, [...there, at]);
      return level === 0 ? 0 : level;
    }
  });
}

/** Two rows of points (every sample; suspects hollow), a tick at each arm's p50, which its label tells. Returns a plot of the given width. */
export function comparisonPoints(c: ComparisonResult, name: (profile: string) => string, width: number): Element {
  const rows = sampleRows(c);
  const medians = [
    {arm: c.baseline, value: c.p50_baseline, n: c.n_baseline},
    {arm: c.candidate, value: c.p50_candidate, n: c.n_candidate}
  ];
  const most = Math.max(...rows.map((r) => r.value));
  const leveled = [c.baseline, c.candidate].flatMap((arm) => {
    const own = rows.filter((r) => r.arm === arm);
    const levels = swarmLevels(
      own.map((r) => r.value),
      most,
      width - 40
    );
    return own.map((row, i) => ({...row, level: levels[i] ?? 0}));
  });
  const levels = [...new Set(leveled.map((r) => r.level))];
  const reach = Math.max(...levels.map(Math.abs));
  const rowHeight = 46 + reach * 2 * R * 2;
  return plot(
    {
      width,
      height: 66 + 2 * rowHeight,
      marginLeft: 16,
      marginRight: 24,
      marginTop: 20,
      marginBottom: 46,
      x: {
        zero: true,
        nice: true,
        label: metricWithUnit(c.metric),
        grid: true,
        ticks: width < 500 ? 4 : 6,
        tickFormat: (d: number) => formatNumber(d)
      },
      y: {domain: [c.baseline, c.candidate], axis: null},
      marks: [
        Plot.text(medians, {
          y: "arm",
          text: (d: (typeof medians)[number]) =>
            `${name(d.arm)}: ${d.value === null ? "not measured" : `p50 ${formatNumber(d.value)}`}, n ${d.n}`,
          frameAnchor: "left",
          dy: -rowHeight / 2 + 3,
          textAnchor: "start",
          fill: INK.muted,
          ...HALO
        }),
        Plot.tickX(
          medians.filter((m) => m.value !== null),
          {x: "value", y: "arm", stroke: INK.line, strokeWidth: 2, insetTop: 14}
        ),
        ...levels.map((level) =>
          Plot.dot(
            leveled.filter((r) => r.level === level),
            {
              x: "value",
              y: "arm",
              dy: level * 2 * R + 7,
              r: R,
              stroke: (d: SampleRow) => (d.excluded ? INK.caution : INK.info),
              fill: (d: SampleRow) => (d.excluded ? "var(--paper)" : INK.info),
              fillOpacity: 0.75,
              title: (d: SampleRow) => `${d.request_id}\n${d.value}${d.excluded ? "\nset aside by a finding" : ""}`
            }
          )
        )
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
      what: `n ${e.n_baseline} v ${e.n_candidate} without suspects`,
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
      height: 66 + 50 * rows.length,
      marginLeft: 16,
      marginRight: 24,
      marginTop: 20,
      marginBottom: 46,
      x: {
        type: "log",
        domain: [Math.min(...lows, 1 / f, 1 / 1.02) / 1.06, Math.max(...highs, f, 1.02) * 1.06],
        label: "candidate / baseline",
        ticks: 4,
        tickFormat: (d: number) => formatNumber(d, 3)
      },
      y: {domain: rows.map((r) => r.what), axis: null, paddingInner: 0.62, paddingOuter: 0.34},
      marks: [
        ...(floor === null
          ? []
          : [
              Plot.barX(rows, {y: "what", x1: () => 1 / f, x2: () => f, fill: INK.band, insetTop: -4, insetBottom: -4})
            ]),
        // In the rows only: a line over the whole height would run through the words.
        Plot.tickX(rows, {
          x: () => 1,
          y: "what",
          stroke: INK.muted,
          strokeDasharray: "3,3",
          insetTop: -3,
          insetBottom: -3
        }),
        Plot.ruleY(rows, {y: "what", x1: "lo", x2: "hi", stroke: INK.line, strokeWidth: 2}),
        Plot.dot(rows, {y: "what", x: "ratio", r: 5, fill: INK.info}),
        Plot.text(rows, {
          y: "what",
          text: (r: RatioRow) => `${formatNumber(r.ratio)}, ${formatInterval(r.lo, r.hi, r.coverage)}, ${r.what}`,
          frameAnchor: "left",
          textAnchor: "start",
          dy: -21,
          fill: INK.muted,
          ...HALO
        })
      ]
    },
    `Ratio of ${c.candidate} to ${c.baseline}`
  );
}
