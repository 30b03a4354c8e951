import type {ComparisonResult} from "../../schema/decision.js";
import {metricWithUnit} from "../../metrics/names/metricWords.js";
import type {CampaignData} from "../campaignData.js";
import {formatNumber} from "../formatNumber.js";
import {shortener} from "../shortNames.js";
import {concurrencyPoints, enduranceRuns, ladderPoints, reserveRows} from "../series.js";
import {chartFigure} from "./chartStyle.js";
import {comparisonPoints, comparisonRatio, comparisonTitle} from "./comparisonChart.js";
import {CONCURRENCY_PANELS, concurrencyPanel} from "./concurrencyChart.js";
import {driftWords, enduranceLatency, enduranceMemory} from "./enduranceChart.js";
import {ladderFocus, LADDER_PANELS, ladderPanel, panelRows, type LadderPanel} from "./ladderChart.js";
import {reserveChart} from "./reserveChart.js";

/** The figures of one chart slot at a width in pixels; empty when the data holds nothing to draw. */
export type CampaignChart = (data: CampaignData, width: number) => HTMLElement[];

/** Profiles by their short names, all that any chart of this campaign may show. */
const namer = (data: CampaignData) =>
  shortener([
    ...data.points.map((p) => p.profile),
    ...data.reserve.map((r) => r.profile),
    ...data.comparisons.flatMap((c) => [c.baseline, c.candidate])
  ]);

const half = (width: number) => (width >= 720 ? Math.floor(width / 2) - 12 : width);

const comparison: CampaignChart = (data, width) =>
  data.comparisons
    .filter((c) => c.samples.baseline.length + c.samples.candidate.length > 0)
    .map((c) => {
      const plots = [comparisonPoints(c, namer(data), half(width))];
      if (c.ratio !== null && c.lo !== null && c.hi !== null)
        plots.push(comparisonRatio(c, half(width), floorOf(data, c)));
      const subtitle = comparisonSubtitle(c, floorOf(data, c));
      return chartFigure({title: comparisonTitle(c, namer(data)), subtitle}, plots, data.simulated);
    });

function comparisonSubtitle(c: ComparisonResult, floor: number | null): string {
  const suspects = [...c.samples.baseline, ...c.samples.candidate].some((s) => s.excluded);
  return [
    `${metricWithUnit(c.metric)}; one point a request, bar at p50${suspects ? "; hollow: set aside by a finding" : ""}`,
    `ratio: typical pairwise ratio with its interval, unit ${c.unit}, ${c.scope}`,
    floor === null ? "no A/A run, so no floor" : `grey band: the A/A floor, ${formatNumber(floor)}`
  ].join("; ");
}

/** How much this host differs from itself, by the A/A run of the same metric when the campaign made one. */
function floorOf(data: CampaignData, {metric, floor}: ComparisonResult): number | null {
  if (floor != null) return floor;
  const aa = data.comparisons.find(
    (c) => c.metric === metric && c.baseline === c.candidate && c.lo !== null && c.hi !== null
  );
  return aa && aa.lo !== null && aa.hi !== null ? Math.max(aa.hi, 1 / aa.lo) : null;
}

const ladder: CampaignChart = (data, width) => {
  const points = ladderPoints(data);
  const focus = ladderFocus(points, data.selected);
  const plots = LADDER_PANELS.flatMap(
    (panel) => ladderPanel(panel, points, data.requests, focus, namer(data), half(width)) ?? []
  );
  if (plots.length === 0) return [];
  const profiles = new Set(points.map((p) => p.profile)).size;
  const own = points.filter((p) => p.profile === focus && p.decode_tok_s !== null);
  const [first, last] = [own[0], own.at(-1)];
  const title =
    first && last && first !== last
      ? `Decode goes from ${formatNumber(first.decode_tok_s ?? 0)} to ${formatNumber(last.decode_tok_s ?? 0)} tok/s between ${formatNumber(first.prompt_tokens ?? 0)} and ${formatNumber(last.prompt_tokens ?? 0)} prompt tokens`
      : "Rates over measured context";
  return [
    chartFigure(
      {
        title,
        subtitle: [
          `one stream; p50 of each point, every request a small ring where n is at most 20; ${profiles} ${profiles === 1 ? "profile" : "profiles"}${profiles === 1 || focus === null ? "" : `, ${namer(data)(focus)} in blue`}`,
          ...LADDER_ABSENT.filter(([metric]) => panelRows(metric, points).length === 0).map(([, words]) => words)
        ].join("; ")
      },
      plots,
      data.simulated
    )
  ];
};

/** What is said where a panel of the ladder has nothing to draw. */
const LADDER_ABSENT: [LadderPanel["metric"], string][] = [
  ["uncached_prefill_tok_s", "cold prefill was not measured: no request tells its uncached tokens"],
  ["effective_prefill_tok_s", "warm prefill was not measured: every point is cold"],
  ["ttft_ms", "TTFT was not measured: no answer has content"]
];

const concurrency: CampaignChart = (data, width) => {
  const points = concurrencyPoints(data);
  if (points.length === 0) return [];
  const best = points.reduce((a, b) => ((b.output_tok_s ?? 0) > (a.output_tok_s ?? 0) ? b : a));
  const title = `The most is ${formatNumber(best.output_tok_s ?? 0)} tok/s, at C${best.concurrency}, by ${namer(data)(best.profile)}`;
  return [
    chartFigure(
      {
        title,
        subtitle: `output of the stage: its tokens over its wall clock, one point a stage; decode under load: what one request sees, stalls by others' prefill included, never ranked with C1; label: value, nominal prompt${new Set(points.map((p) => p.profile)).size > 1 ? ", profile" : ""}`
      },
      CONCURRENCY_PANELS.flatMap(
        (panel) => concurrencyPanel(panel, points, data.selected, namer(data), half(width)) ?? []
      ),
      data.simulated
    )
  ];
};

const reserve: CampaignChart = (data, width) => {
  const rows = reserveRows(data);
  if (rows.length === 0) return [];
  const judged = new Set(rows.filter((r) => r.verdict === "pass" || r.verdict === "fail").map((r) => r.profile));
  const short = new Set(rows.filter((r) => r.verdict === "fail").map((r) => r.profile));
  const title =
    judged.size === 0
      ? "No profile's reserve was judged"
      : short.size === 0
        ? "Every judged profile keeps its reserve"
        : `${short.size} of ${judged.size} judged profiles leave too little`;
  return [
    chartFigure(
      {
        title,
        subtitle: `bar: free after the workload${rows.some((r) => r.idle_mib !== null) ? "; thin tick: idle" : ""}${rows.some((r) => r.peak_mib !== null) ? "; amber tick: lowest under load" : ""}; dashes: the threshold; one row a card`
      },
      [reserveChart(rows, namer(data), width)],
      data.simulated
    )
  ];
};

const endurance: CampaignChart = (data, width) =>
  enduranceRuns(data).map((run) => {
    const failed = run.requests.filter((r) => r.status !== "ok").length;
    const memory = enduranceMemory(run, width);
    const title = `${run.requests.length - failed} of ${run.requests.length} requests succeeded, ${namer(data)(run.profile)}`;
    const drift = data.drifts.find((d) => d.profile === run.profile && d.stage === run.stage) ?? null;
    const subtitle = `end-to-end time, one point a request; ${driftWords(drift)}${drift === null ? "" : " (line and grey wedge: Theil-Sen over ten block medians)"}${failed === 0 ? "" : "; crosses on the axis are failures"}${memory ? "; below: free memory of each card" : "; free memory over the run was not recorded"}`;
    return chartFigure(
      {title, subtitle},
      memory ? [enduranceLatency(run, drift, width), memory] : [enduranceLatency(run, drift, width)],
      data.simulated
    );
  });

/** By the name of the slot that the page holds. */
export const CAMPAIGN_CHARTS: Record<string, CampaignChart> = {comparison, ladder, concurrency, reserve, endurance};
