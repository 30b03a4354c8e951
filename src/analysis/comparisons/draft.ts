import type {z} from "zod";
import {percentile} from "../../metrics/percentile.js";
import type {ComparisonSpec} from "../../schema/comparison.js";
import type {Finding} from "../../schema/decision.js";
import {compareSamples, type Floor, type SampleComparison} from "../statistics/index.js";
import {armNames, readArm, type Arm, type ArmBlock} from "./arm.js";
import {differences, type Difference} from "./differences.js";
import type {EvidenceSource} from "./evidenceSource.js";
import {hostFloor} from "./hostFloor.js";
import {obstacle} from "./obstacle.js";
import {suspects, type Suspects} from "./suspects.js";
import {allValues, units, type Units} from "./units.js";

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
  const doubt = await suspects(db, [baseline, candidate], spec.metric, findings);
  const kept = (arm: Arm) => without(db, arm, doubt.dropped);
  return {
    spec,
    baseline,
    candidate,
    differs,
    suspects: doubt,
    floor: spec.aa === null ? null : await hostFloor(db, campaignId, spec.aa, spec, spec.metric),
    obstacle: obstacle(spec, baseline, candidate, differs, findings),
    first: figure(baseline, candidate, spec),
    second: doubt.dropped.size === 0 ? null : figure(await kept(baseline), await kept(candidate), spec)
  };
}

/** The figure that the word uses: the second where a finding invalidates rows. */
export const judged = (d: Draft): Figure => (d.suspects.invalidated && d.second ? d.second : d.first);

type Blocks = Pick<Arm, "blocks">;

/** An arm without some requests. */
async function without(db: EvidenceSource, arm: Arm, dropped: ReadonlySet<string>): Promise<Blocks> {
  const names = await armNames(db, arm);
  const blocks = arm.blocks.map((block, b): ArmBlock => {
    const ids = names[b]?.request_ids ?? [];
    return {...block, values: block.values.filter((_, i) => !dropped.has(ids[i] ?? ""))};
  });
  return {blocks: blocks.filter((block) => block.values.length > 0)};
}

function figure(baseline: Blocks, candidate: Blocks, spec: Spec): Figure {
  const of = units(baseline, candidate);
  return {
    units: of,
    said: compareSamples(of.baseline, of.candidate, {better: spec.better}),
    p50_baseline: percentile(allValues(baseline.blocks), 50),
    p50_candidate: percentile(allValues(candidate.blocks), 50)
  };
}
