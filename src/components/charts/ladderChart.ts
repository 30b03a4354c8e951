import * as Plot from "@observablehq/plot";
import type {PointRow, RequestRow} from "../campaignData.js";
import {formatNumber} from "../formatNumber.js";
import {nominalLabel} from "../pointLabel.js";
import {INK, plot} from "./chartStyle.js";

export interface LadderPanel {
  /** Column of `PointRow`, and of `RequestRow` where single requests carry it. */
  metric: "decode_tok_s" | "uncached_prefill_tok_s" | "effective_prefill_tok_s" | "ttft_ms" | "output_tok_s";
  label: string;
}

/** Small multiples over measured prompt tokens: prefill of computed tokens (cold) apart from what a client sees (cache included). */
export const LADDER_PANELS: LadderPanel[] = [
  {metric: "decode_tok_s", label: "decode p50, tok/s"},
  {metric: "uncached_prefill_tok_s", label: "cold prefill p50, tok/s (uncached tokens only)"},
  {metric: "effective_prefill_tok_s", label: "effective prefill p50, tok/s (cache included)"},
  {metric: "ttft_ms", label: "TTFT p50, ms"}
];

const sample = (r: RequestRow, metric: LadderPanel["metric"]): number | null =>
  metric === "uncached_prefill_tok_s" || metric === "output_tok_s" ? null : r[metric];

/** One panel: a line a profile over measured tokens (log), every request as a point where n is at most 20. */
export function ladderPanel(
  panel: LadderPanel,
  points: PointRow[],
  requests: RequestRow[],
  selected: string | null,
  width: number
): Element | null {
  const rows = points.filter((p) => p[panel.metric] !== null);
  if (rows.length === 0) return null;
  const profiles = [...new Set(rows.map((p) => p.profile))];
  const shown = profiles.includes(selected ?? "") ? selected : profiles[0];
  const stroke = (p: {profile: string}) => (p.profile === shown ? INK.info : INK.muted);
  const few = new Set(points.filter((p) => p.n_ok <= 20).map((p) => `${p.profile}/${p.stage}`));
  const samples = requests.filter(
    (r) =>
      few.has(`${r.profile}/${r.stage}`) &&
      r.phase === "measured" &&
      r.status === "ok" &&
      r.prompt_tokens !== null &&
      sample(r, panel.metric) !== null
  );
  const ends = profiles.flatMap((profile) => rows.filter((p) => p.profile === profile).slice(-1));
  const nominal = [
    ...new Map(rows.filter((p) => p.profile === shown).map((p) => [p.nominal_prompt_tokens, p])).values()
  ];
  const low = Math.min(...rows.map((p) => p.prompt_tokens ?? 1));
  const high = Math.max(...rows.map((p) => p.prompt_tokens ?? 1));
  return plot(
    {
      width,
      height: 230,
      marginLeft: 52,
      marginRight: 20,
      marginTop: 34,
      marginBottom: 44,
      x: {
        type: "log",
        domain: low === high ? [low / 2, high * 2] : [low / 1.15, high * 1.15],
        label: "measured prompt tokens (log)",
        ticks: 4,
        tickFormat: (d: number) => formatNumber(d),
        grid: true
      },
      y: {zero: true, nice: true, label: panel.label, grid: true, ticks: 4},
      marks: [
        Plot.line(rows, {
          x: "prompt_tokens",
          y: panel.metric,
          z: "profile",
          stroke,
          strokeWidth: (p: PointRow) => (p.profile === shown ? 2 : 1.2),
          strokeOpacity: 0.9
        }),
        Plot.dot(samples, {
          x: "prompt_tokens",
          y: (r: RequestRow) => sample(r, panel.metric),
          r: 2.5,
          stroke,
          strokeOpacity: 0.7,
          title: (r: RequestRow) => `${r.request_id}\n${sample(r, panel.metric)}`
        }),
        Plot.dot(rows, {
          x: "prompt_tokens",
          y: panel.metric,
          r: 3.5,
          fill: stroke,
          title: (p: PointRow) => `${p.profile}\n${p.stage}\n${p[panel.metric]}`
        }),
        Plot.text(nominal, {
          x: "prompt_tokens",
          frameAnchor: "top",
          dy: -10,
          text: (p: PointRow) =>
            p.nominal_prompt_tokens === null ? "" : `${nominalLabel(p.nominal_prompt_tokens)} nominal`,
          fill: INK.muted,
          fontSize: 10
        }),
        ...(profiles.length > 1 && profiles.length <= 4
          ? [
              Plot.text(ends, {
                x: "prompt_tokens",
                y: panel.metric,
                text: "profile",
                textAnchor: "end",
                dx: -4,
                dy: -9,
                fill: stroke,
                fontSize: 10,
                lineWidth: 18,
                textOverflow: "ellipsis"
              })
            ]
          : [])
      ]
    },
    panel.label
  );
}
