import {HostFailure, type Readiness} from "../../host/containers/index.js";
import {readServerState} from "../../host/client/index.js";
import type {StageDefinition} from "../../stages/run/stageDefinition.js";
import {StageStopped} from "../../stages/run/stageStopped.js";

export interface LaunchOptions {
  profile: string;
  limitS: number;
  /** Starts the server and waits for health and one generated token. */
  start(): Promise<Readiness>;
}

/** The launch stage: boot time, the arguments that the server resolved, and free memory when idle. */
export function launchStage(options: LaunchOptions): StageDefinition {
  return {
    kind: "launch",
    slug: "launch",
    planned: 0,
    settings: {launch_limit_s: options.limitS},
    async run(stage) {
      let readiness: Readiness;
      try {
        readiness = await options.start();
      } catch (error) {
        stage.context.signal.throwIfAborted();
        if (!(error instanceof HostFailure)) throw error;
        throw new StageStopped({code: error.code, message: error.message, log_tail: error.logTail});
      }
      const {state} = await readServerState(stage.context.client);
      stage.context.memory?.markIdle();
      await stage.context.memory?.watch(1);
      const idle = Object.fromEntries(stage.context.memory?.idle() ?? []);
      return {
        settings: {
          healthy_s: readiness.healthy_ms / 1000,
          boot_s: readiness.ready_ms / 1000,
          served_model: readiness.served_model,
          resolved: state.raw,
          idle_free_mib: idle
        }
      };
    }
  };
}
