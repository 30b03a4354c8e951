import type {ComparisonResult} from "../../schema/decision.js";
import {needs} from "../statistics/index.js";
import type {Arm} from "./arm.js";
import type {EvidenceSource} from "./evidenceSource.js";
import {judged, type Draft, type Figure} from "./draft.js";
import {pairedRatio} from "./pairedRatio.js";
import {said, type FamilyContext} from "./said.js";

/** A comparison as it is published, but for its protected metrics. Figures are null where the arms do not compare. */
export async function result(
  db: EvidenceSource,
  d: Draft,
  context: FamilyContext
): Promise<Omit<ComparisonResult, "protected">> {
  const {spec, first, second} = d;
  const comparable = d.obstacle === null;
  const none = {ratio: null, lo: null, hi: null, coverage: null, min_p: null, p: null};
  const {ratio, lo, hi, coverage, min_p, p} = comparable ? first.said : none;
  return {
    comparison_id: spec.comparison_id,
    metric: spec.metric,
    baseline: spec.baseline,
    candidate: spec.candidate,
    nominal_prompt_tokens: spec.nominal_prompt_tokens,
    concurrency: spec.concurrency,
    unit: first.units.unit,
    scope: judged(d).units.scope,
    better: spec.better,
    primary: spec.primary,
    n_baseline: first.units.baseline.length,
    n_candidate: first.units.candidate.length,
    p50_baseline: first.p50_baseline,
    p50_candidate: first.p50_candidate,
    p50_ratio: comparable ? plainRatio(first) : null,
    ratio,
    lo,
    hi,
    coverage,
    min_p,
    p,
    ...said(d, context),
    needs: needs(context.family, context.alpha),
    samples: {baseline: await samples(d.baseline, d), candidate: await samples(d.candidate, d)},
    excluded_request_ids: [...d.suspects.dropped],
    exploratory: second && comparable ? exploratory(second) : null,
    differs: d.differs,
    paired: comparable ? await pairedRatio(db, d.baseline, d.candidate) : null,
    floor: d.floor?.floor ?? null,
    holm_p: comparable ? context.holm_p : null
  };
}

function exploratory(second: Figure): NonNullable<ComparisonResult["exploratory"]> {
  const {ratio, lo, hi, coverage} = second.said;
  return {
    n_baseline: second.units.baseline.length,
    n_candidate: second.units.candidate.length,
    p50_ratio: plainRatio(second),
    ratio,
    lo,
    hi,
    coverage
  };
}

const plainRatio = ({p50_baseline: b, p50_candidate: c}: Figure): number | null =>
  b === null || c === null || b === 0 ? null : c / b;

type Samples = ComparisonResult["samples"]["baseline"];

/** The requests that stand for an arm, and every one that was dropped. */
async function samples(arm: Arm, {suspects: {dropped}}: Draft): Promise<Samples> {
  if (dropped.size === 0) return (await arm.listed()).map((sample) => ({...sample, excluded: false}));
  return (await arm.rows())
    .flatMap(({values, request_ids}) => request_ids.map((request_id, i) => ({request_id, value: values[i] ?? NaN})))
    .map((sample) => ({...sample, excluded: dropped.has(sample.request_id)}))
    .filter(({excluded}, i) => excluded || i % arm.step === 0);
}
