import type {Plan} from "../../../src/schema/plan.js";
import {capacityStage} from "../../stages/capacity.js";
import {greedyStage, type GreedyAnswers} from "../../stages/greedy.js";
import {reserveStage} from "../../stages/reserve.js";
import type {StageDefinition} from "../../stages/run/stageDefinition.js";
import type {CampaignHost} from "./campaignHost.js";
import type {CampaignRun} from "./campaignRun.js";
import type {Step} from "./stagesOf.js";

/** Greedy answers of before, for the stage after. */
export interface IncumbentMemory {
  greedy: GreedyAnswers | null;
}

/** What is measured on the incumbent: before it stops, and again after it is back. Nothing where there is none that runs. */
export function incumbentSteps(
  plan: Plan,
  host: CampaignHost,
  when: "before" | "after",
  memory: IncumbentMemory
): Step[] {
  if (plan.incumbent === null || host.incumbent() === null) return [];
  const greedy =
    when === "before" ? greedyStage("greedy-before", null, (answers) => (memory.greedy = answers)) : lateGreedy(memory);
  const definitions: StageDefinition[] = [
    greedy,
    ...plan.incumbent.measure.map(capacityStage),
    {...reserveStage(plan.limits.settle_s), slug: `reserve-${when}`}
  ];
  return definitions.map((definition, i) => ({key: `incumbent/${when}/${i}-${definition.slug}`, definition}));
}

/** The answers of before are known only once that stage has run. */
function lateGreedy(memory: IncumbentMemory): StageDefinition {
  const shape = greedyStage("greedy-after", null, () => undefined);
  return {...shape, run: (stage) => greedyStage("greedy-after", memory.greedy, () => undefined).run(stage)};
}

/** Measures the incumbent as a profile like any other. */
export async function measureIncumbent(
  run: CampaignRun,
  steps: readonly Step[],
  when: "before" | "after"
): Promise<void> {
  const server = run.setting.host.incumbent();
  if (server === null || steps.length === 0) return;
  if (run.isDone(steps)) {
    for (const step of steps) run.setting.progress.end(step, step.key, null);
    return;
  }
  const context = run.context("incumbent", `incumbent-${when}`, server);
  await run.setting.telemetry.adopt();
  await context.memory?.watch(1);
  for (const step of steps) if (!(await run.step(context, step))) return;
}
