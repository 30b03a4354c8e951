import type {Plan} from "../../../src/schema/plan.js";
import type {Policy} from "../../../src/schema/policy.js";
import {capacityStage} from "../../stages/capacity.js";
import {enduranceStage} from "../../stages/endurance.js";
import {multimodalStage} from "../../stages/multimodal.js";
import {preflightStage} from "../../stages/preflight.js";
import {qualityStage} from "../../stages/quality.js";
import {reserveStage} from "../../stages/reserve.js";
import type {StageDefinition} from "../../stages/run/stageDefinition.js";
import {thinkingStage} from "../../stages/thinking.js";

/** A stage in its place: `key` names it in the journal, the same in every run of the campaign. */
export interface Step {
  key: string;
  definition: StageDefinition;
}

/**
 * The stages of a profile in one boot, in the order in which they run. Functional and workload stages run in the first boot
 * only; the measured points run in every one, since the boot is the unit of a comparison. The reserve is read last.
 */
export function stagesOf(plan: Plan, policy: Policy, profile: Plan["profiles"][number], boot: number): Step[] {
  const {stages} = profile;
  const left = new Set(plan.not_applicable.map((one) => one.what));
  const definitions: StageDefinition[] = [];
  const first = boot === 1;
  if (first && stages.preflight && !left.has("preflight"))
    definitions.push(preflightStage(stages.preflight_checks ?? policy.preflight.checks, left));
  if (first && stages.thinking && !left.has("thinking"))
    definitions.push(
      thinkingStage(
        policy.thinking.controls.filter((one) => !left.has(`thinking.${one}`) && !left.has(`thinking-${one}`))
      )
    );
  definitions.push(...stages.capacity.map(capacityStage));
  if (first && stages.quality && !left.has("quality"))
    definitions.push(qualityStage(policy.quality.attempts, policy.quality.visible_tokens));
  if (first && stages.multimodal && !left.has("multimodal"))
    definitions.push(multimodalStage(policy.multimodal.attempts));
  if (first && stages.endurance && !left.has("endurance"))
    definitions.push(enduranceStage({...stages.endurance, concurrency: profile.concurrency}));
  if (first && stages.reserve && !left.has("reserve")) definitions.push(reserveStage(plan.limits.settle_s));
  return definitions.map((definition, i) => ({key: `${profile.profile}/b${boot}/${i}-${definition.slug}`, definition}));
}
