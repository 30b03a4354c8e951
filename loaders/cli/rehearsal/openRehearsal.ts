import type {LoadedPlan} from "../../campaign/plan/readPlan.js";
import type {Rehearsal} from "../../campaign/run/openHost.js";
import {simulatorProcess} from "./simulatorProcess.js";

/** How much shorter a rehearsal's prefill and waits are, unless the plan says otherwise. */
const TIME_SCALE = 0.05;

/** Starts the simulated host that a plan is rehearsed on: an attached server, or a container engine with the plan's incumbent. */
export async function openRehearsal(loaded: LoadedPlan): Promise<{rehearsal: Rehearsal; close(): Promise<void>}> {
  const plan = loaded.plan.value;
  const timeScale = plan.simulator?.time_scale ?? TIME_SCALE;
  const simulator = await simulatorProcess({
    timeScale,
    seed: plan.simulator?.seed ?? 1,
    faults: plan.simulator?.faults ?? [],
    ...(plan.lifecycle === "managed"
      ? {
          managed: {
            incumbent: plan.incumbent ? {name: plan.incumbent.container, hostPort: 0} : {},
            images: [...loaded.recipes.values()].map((recipe) => recipe.value.image)
          }
        }
      : {})
  });
  return {
    rehearsal: {
      baseUrl: simulator.baseUrl,
      nvidiaSmi: plan.host.nvidia_smi === "none" ? null : simulator.nvidiaSmiArgv,
      dockerHost: simulator.dockerHost,
      timeScale
    },
    close: () => simulator.close()
  };
}
