import type {Plan} from "../../src/schema/plan.js";
import {capacityStage} from "../stages/capacity.js";
import type {StageDefinition} from "../stages/run/stageDefinition.js";

/** The stages of a profile in one boot, in the order in which they run. */
export function stagesOf(profile: Plan["profiles"][number]): StageDefinition[] {
  return profile.stages.capacity.map(capacityStage);
}
