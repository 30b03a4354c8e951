import {join} from "node:path";
import {readJournal} from "../../record/index.js";
import {restoreState, type RestoreState} from "./restoreState.js";

/** What the journal in a campaign's folder says about its incumbent. A broken chain is read on: the host comes first. */
export async function readRestoreState(folder: string): Promise<RestoreState> {
  return restoreState((await readJournal(join(folder, "journal.jsonl"))).lines);
}
