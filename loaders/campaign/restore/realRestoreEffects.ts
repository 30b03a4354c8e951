import {readdir, statfs} from "node:fs/promises";
import {readGpus} from "../../host/gpu/index.js";
import {openContainers, waitReady} from "../../host/containers/index.js";
import {runProbe} from "../../host/probes/index.js";
import type {RestoreEffects} from "./restoreEffects.js";

/** Visible files in /dev/shm; null where there is no such folder. Hidden ones are other programs' scratch. */
async function shmFiles(): Promise<number | null> {
  try {
    return (await readdir("/dev/shm")).filter((name) => !name.startsWith(".")).length;
  } catch {
    return null;
  }
}

/** MiB free on the disk that holds a path; null when it cannot be told. */
export async function diskFreeMib(path: string): Promise<number | null> {
  try {
    const {bavail, bsize} = await statfs(path);
    return Math.floor((bavail * bsize) / 2 ** 20);
  } catch {
    return null;
  }
}

/** The real host: the engine at DOCKER_HOST of `env`, nvidia-smi, HTTP, the clock. `talk` gets a sentence at every step. */
export function realRestoreEffects(given: {env: NodeJS.ProcessEnv; talk: (sentence: string) => void}): RestoreEffects {
  const containers = openContainers({env: given.env});
  return {
    containers,
    gpus: readGpus,
    probe: (probe) => runProbe(probe, {containers, limitMs: 30_000}),
    waitReady: (baseUrl, options) => waitReady(baseUrl, options),
    shmFiles,
    diskFreeMib,
    env: given.env,
    now: () => new Date(),
    sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
    talk: given.talk,
    graceS: 30,
    engineS: 30,
    settleS: 60
  };
}
