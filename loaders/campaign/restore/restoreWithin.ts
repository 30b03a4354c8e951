import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {HostSnapshot, type RestorationRecord} from "../../../src/schema/host.js";
import {readJournal, type EvidenceWriter} from "../../record/index.js";
import type {RestoreEffects} from "./restoreEffects.js";
import {restoreIncumbent, type RestoreTask} from "./restoreIncumbent.js";
import {needsRestore, restoreState} from "./restoreState.js";
import {writerSink} from "./writerSink.js";

/** `host/before.json`; null when it is missing or not of its shape. */
async function readBefore(folder: string): Promise<HostSnapshot | null> {
  try {
    return HostSnapshot.parse(JSON.parse(await readFile(join(folder, "host", "before.json"), "utf8")));
  } catch {
    return null;
  }
}

/**
 * Restores what the journal of an open record says, and writes the proof into it. Null when there is nothing to restore:
 * nothing was snapshotted, or it was restored already. Fails as `restoreIncumbent` does; the record stays open.
 */
export async function restoreWithin(
  writer: EvidenceWriter,
  by: RestoreTask["by"],
  effects: RestoreEffects,
  serverInfo?: () => Promise<unknown>
): Promise<RestorationRecord | null> {
  const {lines} = await readJournal(join(writer.folder, "journal.jsonl"));
  const state = restoreState(lines);
  if (!needsRestore(state) || state.snapshot === null) return null;
  const task: RestoreTask = {
    campaign: writer.campaignId,
    by,
    state,
    snapshot: state.snapshot,
    before: await readBefore(writer.folder),
    folder: writer.folder,
    ...(serverInfo ? {serverInfo} : {})
  };
  return restoreIncumbent(task, writerSink(writer), effects);
}
