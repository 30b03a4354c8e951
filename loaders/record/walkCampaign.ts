import {readdir} from "node:fs/promises";
import {join} from "node:path";
import {LOCK_NAME} from "./lock.js";

export interface Walked {
  /** Files relative to the folder, in code unit order. */
  files: string[];
  /** Links, sockets, devices: nothing that evidence may hold. */
  strange: string[];
}

/** Every file below a campaign's folder except its lock; links are named and never followed. */
export async function walkCampaign(folder: string): Promise<Walked> {
  const walked: Walked = {files: [], strange: []};
  const visit = async (below: string) => {
    for (const entry of await readdir(join(folder, below), {withFileTypes: true})) {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (path === LOCK_NAME) continue;
      if (entry.isDirectory()) await visit(path);
      else (entry.isFile() ? walked.files : walked.strange).push(path);
    }
  };
  await visit("");
  const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return {files: walked.files.sort(order), strange: walked.strange.sort(order)};
}
