import {createHash} from "node:crypto";
import {join} from "node:path";
import {Problem} from "../../src/schema/problem.js";
import {recordEffects} from "../record/effects.js";
import {onFile} from "../record/ioProblem.js";
import {lockCampaign} from "../record/lock.js";
import {makeFolder} from "../record/makeFolder.js";
import {stateFolder} from "./restore/stateFolder.js";

/**
 * Takes a host (`key`: the engine's id, or the base URL when attached) for this process; resolves to its release.
 * A second campaign on the host gets the Problem `host-in-use`; the lock of a process that is gone is taken over.
 */
export async function lockHost(key: string, env: NodeJS.ProcessEnv = process.env): Promise<() => Promise<void>> {
  const folder = join(stateFolder(env), "hosts", createHash("sha256").update(key).digest("hex").slice(0, 16));
  await onFile(folder, "locked", () => makeFolder(folder));
  try {
    return await lockCampaign(folder, recordEffects);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "campaign-in-use") throw error;
    throw new Problem("host-in-use", "Another campaign or restoration has this host", {
      where: folder,
      why: error.message,
      left: "Nothing was started or stopped.",
      next: "Wait for it to end; after a kill, `npm run restore` says what is left to do.",
      cause: error
    });
  }
}
