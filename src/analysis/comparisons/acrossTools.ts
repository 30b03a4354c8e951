import type {ComparisonResult} from "../../schema/decision.js";
import {compareSamples, needs, type SampleComparison} from "../statistics/index.js";
import type {EvidenceSource} from "./evidenceSource.js";
import {nameOf, pointFigures, whyNot, type PointFigure} from "./pointFigures.js";

/** More pairs than this of one folder are a survey, not a comparison. */
const MOST_PAIRS = 40;

/**
 * TPOT across the files of several tools in one imported campaign: each pair of points whose files are of different
 * formats. Where the bases differ the pair is not comparable and the reason names both; where one side holds only a
 * summary, the plain ratio of medians stands alone. No pair is ever called faster or slower: such files do not prove
 * that the arms are matched.
 */
export async function acrossTools(db: EvidenceSource, campaignId: string, alpha: number): Promise<ComparisonResult[]> {
  const formats = new Map((db.campaign(campaignId).imported?.files ?? []).map((f) => [f.kept_as, f.format]));
  if (new Set(formats.values()).size < 2) return [];
  const sources = await db.query<{profile: string; stage: string; source_file: string | null}>(
    "select profile, stage, source_file from stages where campaign_id = $campaign and kind = 'capacity'",
    {campaign: campaignId}
  );
  const formatOf = new Map(sources.map((s) => [nameOf(s), formats.get(s.source_file) ?? null]));
  const figures = await pointFigures(db, "tpot_ms", [campaignId]);
  const pairs = figures.flatMap((a, i) =>
    figures
      .slice(i + 1)
      .filter((b) => formatOf.get(nameOf(a)) !== formatOf.get(nameOf(b)))
      .map((b): [PointFigure, PointFigure] => [a, b])
  );
  const results: ComparisonResult[] = [];
  for (const [a, b] of pairs.slice(0, MOST_PAIRS)) results.push(await compareFigures(db, a, b, alpha));
  return results;
}

/** Two points by one metric: samples where both sides hold them, else the plain ratio; refused with the reason where they are not alike. */
export async function compareFigures(
  db: Pick<EvidenceSource, "query">,
  baseline: PointFigure,
  candidate: PointFigure,
  alpha: number
): Promise<ComparisonResult> {
  const better = HIGHER.has(baseline.metric) ? "higher" : "lower";
  const refused = whyNot(baseline, candidate);
  const arms = refused.length > 0 ? [[], []] : [await samples(db, baseline), await samples(db, candidate)];
  const [b = [], c = []] = arms;
  const said = b.length > 0 && c.length > 0 ? compareSamples(values(b), values(c), {better, family: 1, alpha}) : null;
  return {
    comparison_id: `${baseline.metric}-${nameOf(candidate)}-v-${nameOf(baseline)}`.replaceAll("/", "."),
    metric: baseline.metric,
    baseline: nameOf(baseline),
    candidate: nameOf(candidate),
    nominal_prompt_tokens: baseline.nominal_prompt_tokens,
    concurrency: baseline.concurrency ?? candidate.concurrency,
    unit: "request",
    scope: "in these boots",
    better,
    primary: false,
    n_baseline: b.length,
    n_candidate: c.length,
    p50_baseline: baseline.p50,
    p50_candidate: candidate.p50,
    p50_ratio: refused.length > 0 || baseline.p50 === 0 ? null : candidate.p50 / baseline.p50,
    ...interval(said),
    word: refused.length > 0 || said?.word === "not comparable" ? "not comparable" : "no evidence",
    needs: needs(1, alpha),
    reason: refused.length > 0 ? refused.join("; ") : said ? unmatched(said) : onlySummaries(baseline, candidate),
    samples: {baseline: b, candidate: c},
    excluded_request_ids: [],
    exploratory: null,
    protected: [],
    differs: []
  };
}

const HIGHER = new Set(["decode_tok_s"]);

function interval(
  said: SampleComparison | null
): Pick<ComparisonResult, "ratio" | "lo" | "hi" | "coverage" | "min_p" | "p"> {
  const {ratio = null, lo = null, hi = null, coverage = null, min_p = null, p = null} = said ?? {};
  return {ratio, lo, hi, coverage, min_p, p};
}

/** Files of other tools do not hold the settings that a matched-arms proof needs, so no pair of them is called faster or slower. */
const unmatched = ({reason}: SampleComparison): string =>
  ["the files do not prove that only one thing differs, so the ratio says nothing of its cause", reason]
    .filter((part) => part !== null)
    .join("; ");

function onlySummaries(...arms: PointFigure[]): string {
  const claimed = arms.filter((a) => a.source === "reported").map(nameOf);
  return `${claimed.join(" and ")} ${claimed.length === 1 ? "holds" : "hold"} a summary only: the plain ratio of medians has no interval, and no word can be said`;
}

type Sample = ComparisonResult["samples"]["baseline"][number];
const values = (of: Sample[]): number[] => of.map((s) => s.value);

/** The counted requests behind a derived figure; none behind a claim. */
async function samples(db: Pick<EvidenceSource, "query">, figure: PointFigure): Promise<Sample[]> {
  if (figure.source === "reported") return [];
  return db.query<Sample>(
    `select request_id, ${figure.metric}::double as value, false as excluded from request_metrics
     where campaign_id = $campaign and profile = $profile and stage = $stage and counted and ${figure.metric} is not null
     order by "index"`,
    {campaign: figure.campaign_id, profile: figure.profile, stage: figure.stage}
  );
}
