import type {StageDefinition} from "./run/stageDefinition.js";

/** The reserve stage: free memory of each card after the workload and before any flush, beside idle and peak. */
export function reserveStage(settleS: number): StageDefinition {
  return {
    kind: "reserve",
    slug: "reserve",
    planned: 0,
    settings: {},
    async run(stage) {
      const {memory, policy} = stage.context;
      if (memory === null)
        return {
          failure: {
            code: "reserve.no-gpu",
            message: "Free memory was not read: this host has no nvidia-smi that answers"
          }
        };
      const idle = memory.idle();
      const after = await memory.watch(settleS);
      const peak = memory.lowest();
      const cards = [...new Set([...idle.keys(), ...after.keys(), ...peak.keys()])].sort();
      if (after.size === 0)
        return {
          failure: {
            code: "reserve.no-sample",
            message: `No card was sampled in the ${settleS} s after the workload, nor in the 10 s that followed`
          }
        };
      return {
        reserve: cards.map((gpu) => ({
          gpu,
          idle_mib: idle.get(gpu) ?? null,
          peak_mib: peak.get(gpu) ?? null,
          after_mib: after.get(gpu) ?? null,
          settle_s: settleS,
          threshold_mib: policy.reserve.free_mib
        }))
      };
    }
  };
}
