import {basename} from "node:path";
import type {RestorationRecord} from "../../../src/schema/host.js";
import {Problem} from "../../../src/schema/problem.js";
import {openCampaign} from "../../record/openCampaign.js";
import {lockHost} from "../lock.js";
import {readRestoreState} from "./readRestoreState.js";
import type {RestoreEffects, RestoreSink} from "./restoreEffects.js";
import {needsRestore} from "./restoreState.js";
import {restoreFolder, restoreWithin} from "./restoreWithin.js";

/**
 * Restores a campaign that has ended or was killed, from its journal alone, on any later day, and seals the record again.
 * Null when there is nothing to do: then nothing is touched, neither the host nor the folder. A record that cannot be written
 * (a full disk, a broken chain) does not keep the host from being restored. Fails with `campaign-in-use` or `host-in-use`
 * while another process has it, with `not-restored` (exit 3) when the incumbent cannot be brought back, with
 * `proof-not-written` (exit 1) when it is back but that could not be recorded.
 */
export async function restore(
  folder: string,
  by: "restore" | "watchdog",
  effects: RestoreEffects
): Promise<RestorationRecord | null> {
  const state = await readRestoreState(folder);
  if (!needsRestore(state) || state.snapshot === null) return null;
  const {engine_id, api_key_env} = state.snapshot;
  const key = api_key_env === null ? undefined : effects.env[api_key_env];
  const unlock = await lockHost(engine_id, effects.env);
  try {
    const opened = await open(folder, key === undefined ? [] : [key]);
    if (!("writer" in opened)) {
      return await restoreFolder({folder, campaign: basename(folder), by}, refusing(opened.error), effects);
    }
    return await recorded(opened.writer, by, effects);
  } finally {
    await unlock();
  }
}

type Opened = Pick<Awaited<ReturnType<typeof openCampaign>>, "writer"> | {error: unknown};

async function open(folder: string, secrets: string[]): Promise<Opened> {
  try {
    return await openCampaign(folder, {secrets});
  } catch (error) {
    if (error instanceof Problem && error.code === "campaign-in-use") throw error;
    return {error};
  }
}

async function recorded(
  writer: Parameters<typeof restoreWithin>[0],
  by: "restore" | "watchdog",
  effects: RestoreEffects
): Promise<RestorationRecord | null> {
  let record: RestorationRecord | null = null;
  try {
    record = await restoreWithin(writer, by, effects);
    if (record !== null) await writer.seal({by});
  } finally {
    // After a seal there is nothing left to close; after a failure the record stays unsealed, to be opened again.
    if (record === null) await writer.close();
  }
  return record;
}

const refusing = (error: unknown): RestoreSink => ({
  append: () => Promise.reject(error),
  log: () => Promise.reject(error),
  write: () => Promise.reject(error)
});
