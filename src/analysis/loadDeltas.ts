import {join} from "node:path";
import {deltasOf} from "../metrics/wire/deltasOf.js";
import type {Database} from "./database.js";
import type {Row} from "./insertRows.js";
import {wireRequests} from "./wireRequests.js";

const BATCH = 5000;

/** Fills the table `deltas` from the wire frames of every campaign, request by request. Resolves to the rows written. */
export async function loadDeltas(db: Pick<Database, "campaigns" | "insert">): Promise<number> {
  let rows: Row[] = [];
  let written = 0;
  const flush = async () => {
    await db.insert("deltas", rows);
    written += rows.length;
    rows = [];
  };
  for (const {campaignId, folder, wireFiles} of db.campaigns)
    for (const file of wireFiles)
      for await (const {request_id, frames} of wireRequests(join(folder, file))) {
        for (const delta of deltasOf(frames)) rows.push({campaign_id: campaignId, request_id, ...delta});
        if (rows.length >= BATCH) await flush();
      }
  await flush();
  return written;
}
