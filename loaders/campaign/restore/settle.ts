import type {HostSnapshot} from "../../../src/schema/host.js";
import {GPU_SLACK_MIB} from "./compareSnapshots.js";
import type {RestoreEffects} from "./restoreEffects.js";

type Gpus = HostSnapshot["gpus"];

/**
 * GPU memory stays taken for seconds after a process ends. Waits until every card is within the slack of `before`, or, without
 * one, until two readings a second apart no longer fall; at most `settleS` seconds. Without cards, then and now, it does not wait.
 */
export async function settle(
  read: () => Promise<Gpus>,
  before: Gpus | null,
  effects: Pick<RestoreEffects, "sleep" | "settleS">
): Promise<void> {
  let last = await read();
  // A driver may fail to answer once; where there were cards, they are asked again.
  const none = before === null || before.length === 0;
  for (let waited = 0; waited < effects.settleS && !(none && last.length === 0); waited++) {
    if (before !== null && last.length >= before.length && last.every((gpu) => within(gpu, before))) return;
    await effects.sleep(1000);
    const now = await read();
    const falls = now.some((gpu, i) => (gpu.used_mib ?? 0) < (last[i]?.used_mib ?? 0));
    if (before === null && !falls) return;
    last = now;
  }
}

function within(gpu: Gpus[number], before: Gpus): boolean {
  const was = before.find((b) => b.gpu === gpu.gpu)?.used_mib ?? null;
  return was === null || gpu.used_mib === null || gpu.used_mib <= was + GPU_SLACK_MIB;
}
