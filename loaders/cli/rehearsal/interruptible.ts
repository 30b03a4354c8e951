import type {LoadedPlan} from "../../campaign/plan/readPlan.js";
import type {CliEffects} from "../effects.js";

/** A campaign that Ctrl-C ends in order. */
export interface Interruptible {
  signal: AbortSignal;
  setCampaign(id: string): void;
  done(): void;
}

/** Signals within this time are one press. */
const SAME_PRESS_MS = 700;

/**
 * The first SIGINT or SIGTERM ends the current request and brings the host back; the second says how to do that by hand and
 * ends the process at once.
 */
export function interruptible(
  loaded: LoadedPlan,
  talk: (line: string, transient: boolean) => void,
  effects: Pick<CliEffects, "env">,
  exit: (code: number) => void = (code) => process.exit(code),
  nowMs: () => number = () => performance.now()
): Interruptible {
  const controller = new AbortController();
  const plan = loaded.plan.value;
  let campaign: string | null = null;
  let lastMs = -Infinity;
  const onSignal = () => {
    // One Ctrl-C reaches this process several times: from the terminal, and again from npm and tsx, which hand it on.
    const again = nowMs() - lastMs;
    lastMs = nowMs();
    if (again < SAME_PRESS_MS) return;
    if (!controller.signal.aborted) {
      talk("interrupted: ending the current request and bringing the host back; once more to leave at once", false);
      controller.abort(new Error("interrupted"));
      return;
    }
    if (plan.lifecycle === "managed")
      for (const line of byHandLines(plan.incumbent?.container ?? "", campaign, effects.env)) talk(line, false);
    else talk("left at once; nothing had been stopped", false);
    exit(plan.lifecycle === "managed" ? 3 : 130);
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return {
    signal: controller.signal,
    setCampaign: (id) => (campaign = id),
    done() {
      process.off("SIGINT", onSignal);
      process.off("SIGTERM", onSignal);
    }
  };
}

function byHandLines(container: string, campaign: string | null, env: NodeJS.ProcessEnv): string[] {
  const docker = env.DOCKER_HOST ? `docker -H ${env.DOCKER_HOST}` : "docker";
  return [
    "left at once: the incumbent may still be down. Bring it back with",
    `  npm run restore${campaign ? ` -- ${campaign}` : ""}`,
    "or by hand with",
    `  ${docker} ps --all --filter label=assay.campaign`,
    `  ${docker} rm --force NAME          for each of those`,
    `  ${docker} start ${container}`,
    "A watchdog does the same by itself two minutes from now."
  ];
}
