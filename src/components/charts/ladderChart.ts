import * as Plot from "@observablehq/plot";
import type {PointRow, RequestRow} from "../campaignData.js";
import {formatNumber} from "../formatNumber.js";
import {promptSize} from "../../metrics/names/promptSize.js";
import {INK, plot} from "./chartStyle.js";
import {endLabels, labelRoom} from "./endLabels.js";

export interface LadderPanel {
  /** Column of `PointRow`, and of `RequestRow` where single requests carry it. */
  metric: "decode_tok_s" | "uncached_prefill_tok_s" | "effective_prefill_tok_s" | "ttft_ms";
  label: string;
}

/** Small multiples over measured prompt tokens: prefill of computed tokens (cold) apart from what a client sees (cache included). */
export const LADDER_PANELS: LadderPanel[] = [
  {metric: "decode_tok_s", label: "decode p50, tok/s"},
  {metric: "uncached_prefill_tok_s", label: "cold prefill p50, tok/s (uncached tokens only)"},
  {metric: "effective_prefill_tok_s", label: "warm prefill p50, tok/s (cache not excluded)"},
  {metric: "ttft_ms", label: "TTFT p50, ms"}
];

/** A point whose prompts were all computed: its prefill is cold, and stands in the panel of uncached tokens alone. */
const COLD_SHARE = 0.05;
const isCold = (p: PointRow) => p.uncached_prefill_tok_s !== null && (p.cached_share ?? 1) <= COLD_SHARE;

/** Points that a panel draws. */
export const panelRows = (metric: LadderPanel["metric"], points: PointRow[]): PointRow[] =>
  points.filter((p) => p[metric] !== null && !(metric === "effective_prefill_tok_s" && isCold(p)));

/** A measured size in few characters; the exact count is in the table. */
const shortTokens = (tokens: number) => (tokens < 10_000 ? formatNumber(tokens) : `${formatNumber(tokens / 1000, 3)}K`);

/** Ticks at the measured sizes themselves; one nearer than `share` of the axis to the one before is left out. */
export function measuredTicks(tokens: number[], share = 0.13): number[] {
  const sorted = [...new Set(tokens)].sort((a, b) => a - b);
  const span = Math.log((sorted.at(-1) ?? 1) / (sorted[0] ?? 1));
  return sorted.reduce<number[]>((kept, t) => {
    const before = kept.at(-1);
    return before !== undefined && Math.log(t / before) < span * share ? kept : [...kept, t];
  }, []);
}

/** Pixels that a tick's label takes, and those left of a panel. */
const TICK = 46;
const MARGIN = 58;

/** Which profile is drawn in blue: the selected one where it has points, else the first. */
export function ladderFocus(points: PointRow[], selected: string | null): string | null {
  const profiles = new Set(points.map((p) => p.profile));
  return selected !== null && profiles.has(selected) ? selected : ([...profiles][0] ?? null);
}

/** One panel: a line a profile over measured tokens (log), every request as a point where n is at most 20; null without a value. */
export function ladderPanel(
  panel: LadderPanel,
  points: PointRow[],
  requests: RequestRow[],
  focus: string | null,
  name: (profile: string) => string,
  width: number
): Element | null {
  const {metric} = panel;
  const rows = panelRows(metric, points);
  if (rows.length === 0) return null;
  const profiles = [...new Set(rows.map((p) => p.profile))];
  const stroke = (p: {profile: string}) => (p.profile === focus ? INK.info : INK.muted);
  const few = new Set(rows.filter((p) => p.n_ok <= 20).map((p) => `${p.profile}/${p.stage}`));
  const samples = requests.filter(
    (r) =>
      few.has(`${r.profile}/${r.stage}`) &&
      r.phase === "measured" &&
      r.status === "ok" &&
      r.prompt_tokens !== null &&
      r[metric] !== null
  );
  const ends = profiles.flatMap((profile) => rows.filter((p) => p.profile === profile).slice(-1));
  const marginRight = profiles.length > 1 ? labelRoom(profiles.map(name), width) : 24;
  const ticks = measuredTicks(
    rows.map((p) => p.prompt_tokens ?? 1),
    Math.max(0.13, TICK / (width - MARGIN - marginRight))
  );
  const nominal = ticks.flatMap(
    (t) => rows.find((p) => p.prompt_tokens === t && p.nominal_prompt_tokens !== null) ?? []
  );
  const low = Math.min(...rows.map((p) => p.prompt_tokens ?? 1));
  const high = Math.max(...rows.map((p) => p.prompt_tokens ?? 1));
  const node = plot(
    {
      width,
      height: 240,
      marginLeft: MARGIN,
      insetTop: 10,
      marginRight,
      marginTop: 36,
      marginBottom: 46,
      x: {
        type: "log",
        domain: low === high ? [low / 2, high * 2] : [low / 1.15, high * 1.15],
        label: "measured prompt tokens (log)",
        ticks,
        tickFormat: shortTokens,
        grid: true
      },
      y: {zero: true, nice: true, label: panel.label, grid: true, ticks: 4, tickFormat: (d: number) => formatNumber(d)},
      marks: [
        Plot.line(rows, {
          x: "prompt_tokens",
          y: metric,
          z: "profile",
          stroke,
          strokeWidth: (p: PointRow) => (p.profile === focus ? 2 : 1.2)
        }),
        Plot.dot(samples, {
          x: "prompt_tokens",
          y: metric,
          r: 2.5,
          fill: "none",
          stroke,
          strokeOpacity: 0.7,
          title: (r: RequestRow) => `${r.request_id}\n${r[metric]}`
        }),
        Plot.dot(rows, {
          x: "prompt_tokens",
          y: metric,
          r: 3.5,
          fill: stroke,
          title: (p: PointRow) => `${p.profile}\n${p.stage}\n${p[metric]}`
        }),
        Plot.text(nominal, {
          x: "prompt_tokens",
          frameAnchor: "top",
          dy: -10,
          text: (p: PointRow) => promptSize(p.nominal_prompt_tokens ?? 0),
          fill: INK.muted,
          fontSize: 10
        }),
        Plot.text(["nominal"], {
          frameAnchor: "top-left",
          dx: -52,
          dy: -10,
          textAnchor: "start",
          fill: INK.muted,
          fontSize: 10
        })
      ]
    },
    panel.label
  );
  if (profiles.length > 1)
    endLabels(
      node,
      ends.map((p) => ({x: p.prompt_tokens ?? 1, y: p[metric] ?? 0, text: name(p.profile), fill: stroke(p)})),
      width
    );
  return node;
}
