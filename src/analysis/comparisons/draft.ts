import type {z} from "zod";
import {percentile} from "../../metrics/percentile.js";
import type {ComparisonSpec} from "../../schema/comparison.js";
import type {Finding} from "../../schema/decision.js";
import {compareSamples, type Floor, type SampleComparison} from "../statistics/index.js";
import {readArm, type Arm, type Sample} from "./arm.js";
import {differences, type Difference} from "./differences.js";
import type {EvidenceSource} from "./evidenceSource.js";
import {hostFloor} from "./hostFloor.js";
import {obstacle} from "./obstacle.js";
import {suspects, type Suspects} from "./suspects.js";
import {units, type Units} from "./units.js";

export type Spec = z.infer<typeof ComparisonSpec>;

/** Two arms in figures: the compared units, what is said of them, and the plain medians of the requests. */
export interface Figure {
  units: Units;
  said: SampleComparison;
  p50_baseline: number | null;
  p50_candidate: number | null;
}

/** A comparison before its family is known. */
export interface Draft {
  spec: Spec;
  baseline: Arm;
  candidate: Arm;
  differs: Difference[];
  suspects: Suspects;
  floor: Floor | null;
  /** Why the arms do not compare at all. */
  obstacle: string | null;
  first: Figure;
  /** Without the suspect rows. */
  second: Figure | null;
}

/** Reads the arms of a comparison and puts them in figures, with and without the rows that findings call into doubt. */
export async function draft(
  db: EvidenceSource,
  campaignId: string,
  spec: Spec,
  findings: readonly Finding[]
): Promise<Draft> {
  const baseline = await readArm(db, campaignId, spec.baseline, spec, spec.metric);
  const candidate = await readArm(db, campaignId, spec.candidate, spec, spec.metric);
  const differs = await differences(db, campaignId, spec, spec, spec.varies);
  const doubt = await suspects([baseline, candidate], spec.metric, findings);
  const kept = (arm: Arm) => without(arm, doubt.dropped);
  return {
    spec,
    baseline,
    candidate,
    differs,
    suspects: doubt,
    floor: spec.aa === null ? null : await hostFloor(db, campaignId, spec.aa, spec, spec.metric),
    obstacle: obstacle(spec, baseline, candidate, differs, findings),
    first: await figure(baseline, candidate, spec),
    second: doubt.dropped.size === 0 ? null : await figure(await kept(baseline), await kept(candidate), spec)
  };
}

/** The figure that the word uses: the second where a finding invalidates rows. */
export const judged = (d: Draft): Figure => (d.suspects.invalidated && d.second ? d.second : d.first);

/** An arm without some requests. */
async function without(arm: Arm, dropped: ReadonlySet<string>): Promise<Sample> {
  const boots = new Map<string, number[]>();
  for (const [b, {values, request_ids}] of (await arm.rows()).entries()) {
    const boot = arm.blocks[b]?.boot ?? "";
    const kept = values.filter((_, i) => !dropped.has(request_ids[i] ?? ""));
    if (kept.length > 0) boots.set(boot, [...(boots.get(boot) ?? []), ...kept]);
  }
  const all = [...boots.values()].flat();
  return {
    boots: [...boots.values()].map((values) => percentile(values, 50) ?? NaN),
    p50: percentile(all, 50),
    values: () => Promise.resolve(all)
  };
}

async function figure(baseline: Sample, candidate: Sample, spec: Spec): Promise<Figure> {
  const of = await units(baseline, candidate);
  return {
    units: of,
    said: compareSamples(of.baseline, of.candidate, {better: spec.better}),
    p50_baseline: baseline.p50,
    p50_candidate: candidate.p50
  };
}
