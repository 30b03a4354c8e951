import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {HostSnapshot, type RestorationRecord} from "../../../src/schema/host.js";
import type {EvidenceWriter} from "../../record/index.js";
import {readRestoreState} from "./readRestoreState.js";
import type {RestoreEffects, RestoreSink} from "./restoreEffects.js";
import {restoreIncumbent, type RestoreTask} from "./restoreIncumbent.js";
import {needsRestore} from "./restoreState.js";
import {writerSink} from "./writerSink.js";

/** `host/before.json`; null when it is missing or not of its shape. */
async function readBefore(folder: string): Promise<HostSnapshot | null> {
  try {
    return HostSnapshot.parse(JSON.parse(await readFile(join(folder, "host", "before.json"), "utf8")));
  } catch {
    return null;
  }
}

/** Restores what the journal in `folder` says and writes the proof into `sink`; null when there is nothing to restore. */
export async function restoreFolder(
  where: {folder: string; campaign: string; by: RestoreTask["by"]; serverInfo?: () => Promise<unknown>},
  sink: RestoreSink,
  effects: RestoreEffects
): Promise<RestorationRecord | null> {
  const state = await readRestoreState(where.folder);
  if (!needsRestore(state) || state.snapshot === null) return null;
  const task: RestoreTask = {...where, state, snapshot: state.snapshot, before: await readBefore(where.folder)};
  return restoreIncumbent(task, sink, effects);
}

/**
 * The restore stage of a running campaign: restores what the journal of the open record says, and writes the proof into it.
 * Null when nothing was snapshotted or it was restored already. Fails as `restoreIncumbent` does; the record stays open.
 */
export function restoreWithin(
  writer: EvidenceWriter,
  by: RestoreTask["by"],
  effects: RestoreEffects,
  serverInfo?: () => Promise<unknown>
): Promise<RestorationRecord | null> {
  const {folder, campaignId: campaign} = writer;
  return restoreFolder({folder, campaign, by, ...(serverInfo ? {serverInfo} : {})}, writerSink(writer), effects);
}
