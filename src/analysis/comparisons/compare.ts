import type {z} from "zod";
import {percentile} from "../../metrics/percentile.js";
import type {ComparisonSpec} from "../../schema/comparison.js";
import type {ComparisonResult, Finding} from "../../schema/decision.js";
import type {Policy} from "../../schema/policy.js";
import {compareSamples, holm, needs, word, type Floor, type SampleComparison} from "../statistics/index.js";
import {armRows, type ArmRow} from "./arm.js";
import {differences, type Difference} from "./differences.js";
import type {EvidenceSource} from "./evidenceSource.js";
import {hostFloor} from "./hostFloor.js";
import {obstacle} from "./obstacle.js";
import {pairedRatio} from "./pairedRatio.js";
import {protectedWords} from "./protectedWords.js";
import {suspects, type Suspects} from "./suspects.js";
import {units} from "./units.js";
import {unplannedPairs} from "./unplannedPairs.js";

type Spec = z.infer<typeof ComparisonSpec>;
type Result = z.infer<typeof ComparisonResult>;

/** A comparison before the family is known. */
interface Draft {
  spec: Spec;
  baseline: ArmRow[];
  candidate: ArmRow[];
  differs: Difference[];
  suspects: Suspects;
  floor: Floor | null;
  /** Why the arms do not compare at all. */
  obstacle: string | null;
  first: SampleComparison;
  /** Without the suspect rows. */
  second: SampleComparison | null;
}

/**
 * Every comparison of a campaign: those of its plan, else the pairs that an import matches. Two passes make sense:
 * without findings first, and again with the audit's, which take rows out (the second figure) or end a comparison.
 */
export async function compare(
  db: EvidenceSource,
  campaignId: string,
  policy: Policy,
  options: {findings?: readonly Finding[]} = {}
): Promise<Result[]> {
  const {record} = db.campaign(campaignId);
  const planned = record.comparisons;
  const specs = planned.length > 0 || record.origin === "captured" ? planned : await unplannedPairs(db, campaignId);
  const findings = options.findings ?? [];
  const drafts: Draft[] = [];
  for (const spec of specs) drafts.push(await draft(db, campaignId, spec, findings));
  const moved = drafts.some((d) => d.floor?.moved === true);
  const results: Result[] = [];
  for (const primary of [true, false]) {
    // The plan's primary comparisons are a family; what is looked at beside them pays for all.
    const family = primary ? drafts.filter((d) => d.spec.primary) : drafts;
    const adjusted = holm(family.map((d) => (d.obstacle === null ? judged(d).p : null)));
    for (const [i, d] of family.entries()) {
      if (d.spec.primary !== primary) continue;
      const context = {holm_p: adjusted[i] ?? null, family: family.length, alpha: policy.alpha, moved};
      results.push({
        ...result(d, context),
        protected: d.obstacle === null ? await protectedWords(db, campaignId, d.spec) : unprotected(d.spec)
      });
    }
  }
  return specs.flatMap((spec) => results.filter((r) => r.comparison_id === spec.comparison_id));
}

async function draft(db: EvidenceSource, campaignId: string, spec: Spec, findings: readonly Finding[]): Promise<Draft> {
  const baseline = await armRows(db, campaignId, spec.baseline, spec, spec.metric);
  const candidate = await armRows(db, campaignId, spec.candidate, spec, spec.metric);
  const differs = await differences(db, campaignId, spec, spec, spec.varies);
  const doubt = suspects([...baseline, ...candidate], spec.metric, findings);
  const kept = (rows: ArmRow[]) => rows.filter((r) => !doubt.dropped.has(r.request_id));
  return {
    spec,
    baseline,
    candidate,
    differs,
    suspects: doubt,
    floor: spec.aa === null ? null : await hostFloor(db, campaignId, spec.aa, spec, spec.metric),
    obstacle: obstacle(spec, baseline, candidate, differs, findings),
    first: figures(baseline, candidate, spec),
    second: doubt.dropped.size === 0 ? null : figures(kept(baseline), kept(candidate), spec)
  };
}

function figures(baseline: ArmRow[], candidate: ArmRow[], spec: Spec): SampleComparison {
  const of = units(baseline, candidate);
  return compareSamples(of.baseline, of.candidate, {better: spec.better});
}

/** The figure that the word uses: the second where a finding invalidates rows. */
const judged = (d: Draft): SampleComparison => (d.suspects.invalidated && d.second ? d.second : d.first);

function result(
  d: Draft,
  context: {holm_p: number | null; family: number; alpha: number; moved: boolean}
): Omit<Result, "protected"> {
  const {spec, baseline, candidate, suspects: doubt} = d;
  const of = units(baseline, candidate);
  const p50 = (rows: ArmRow[]) =>
    percentile(
      rows.map((r) => r.value),
      50
    );
  const plain = (b: ArmRow[], c: ArmRow[]) => divide(p50(c), p50(b));
  const kept = (rows: ArmRow[]) => rows.filter((r) => !doubt.dropped.has(r.request_id));
  const left = units(kept(baseline), kept(candidate));
  const samples = (rows: ArmRow[]) =>
    rows.map((r) => ({request_id: r.request_id, value: r.value, excluded: doubt.dropped.has(r.request_id)}));
  const none = {ratio: null, lo: null, hi: null, coverage: null, min_p: null, p: null};
  const figure = d.obstacle === null ? d.first : none;
  return {
    comparison_id: spec.comparison_id,
    metric: spec.metric,
    baseline: spec.baseline,
    candidate: spec.candidate,
    nominal_prompt_tokens: spec.nominal_prompt_tokens,
    concurrency: spec.concurrency,
    unit: of.unit,
    scope: of.scope,
    better: spec.better,
    primary: spec.primary,
    n_baseline: of.baseline.length,
    n_candidate: of.candidate.length,
    p50_baseline: p50(baseline),
    p50_candidate: p50(candidate),
    p50_ratio: d.obstacle === null ? plain(baseline, candidate) : null,
    ratio: figure.ratio,
    lo: figure.lo,
    hi: figure.hi,
    coverage: figure.coverage,
    min_p: figure.min_p,
    p: figure.p,
    ...said(d, context),
    needs: needs(context.family, context.alpha),
    samples: {baseline: samples(baseline), candidate: samples(candidate)},
    excluded_request_ids: [...doubt.dropped],
    exploratory:
      d.second && d.obstacle === null
        ? {
            n_baseline: left.baseline.length,
            n_candidate: left.candidate.length,
            p50_ratio: plain(kept(baseline), kept(candidate)),
            ratio: d.second.ratio,
            lo: d.second.lo,
            hi: d.second.hi,
            coverage: d.second.coverage
          }
        : null,
    differs: d.differs,
    paired: d.obstacle === null ? pairedRatio(baseline, candidate) : null,
    floor: d.floor?.floor ?? null,
    holm_p: d.obstacle === null ? context.holm_p : null
  };
}

/** The word and its reason. */
function said(
  d: Draft,
  context: {holm_p: number | null; family: number; alpha: number; moved: boolean}
): Pick<Result, "word" | "reason"> {
  if (d.obstacle !== null) return {word: "not comparable", reason: d.obstacle};
  const used = judged(d);
  const {lo, hi, min_p} = used;
  const interval = lo === null || hi === null ? null : {lo, hi};
  const input = {interval, min_p, floor: d.floor?.floor ?? null, better: d.spec.better, ...context};
  const chosen = word(input);
  if (context.moved && chosen !== "not comparable")
    return {word: "inconclusive", reason: "the A/A run itself differs: the host moved while it was measured"};
  const {reason} = explain(d, context, chosen);
  return {word: chosen, reason};
}

function explain(
  d: Draft,
  context: {family: number; alpha: number; holm_p: number | null},
  chosen: Result["word"]
): {reason: string | null} {
  const left = (rows: ArmRow[]) =>
    d.suspects.invalidated ? rows.filter((r) => !d.suspects.dropped.has(r.request_id)) : rows;
  const of = units(left(d.baseline), left(d.candidate));
  const {reason} = compareSamples(of.baseline, of.candidate, {
    better: d.spec.better,
    floor: d.floor?.floor ?? null,
    family: context.family,
    alpha: context.alpha,
    holm_p: context.holm_p
  });
  const parts = [
    reason,
    d.suspects.invalidated
      ? "judged without the rows that a finding invalidates, dropped by prompt in both arms"
      : null,
    d.spec.aa !== null && d.floor === null ? "the A/A run has fewer than 2 v 2 boots, so there is no floor" : null,
    of.unit === "request" && (chosen === "faster" || chosen === "slower")
      ? "holds in these boots only: fewer than 4 v 4 boots were measured"
      : null
  ].filter((part) => part !== null);
  return {reason: parts.length > 0 ? parts.join("; ") : null};
}

const unprotected = (spec: Spec): Result["protected"] =>
  spec.protected.map(({metric, loss}) => ({metric, loss, word: "cannot tell", lo: null, hi: null}));

const divide = (a: number | null, b: number | null): number | null =>
  a === null || b === null || b === 0 ? null : a / b;
