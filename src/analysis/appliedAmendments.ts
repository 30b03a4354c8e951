import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {Amendment, AmendmentLine} from "../schema/journal.js";
import type {Decision} from "../schema/decision.js";
import type {Database} from "./database.js";
import type {LoadedCampaign} from "./readCampaign.js";

/** A waiver that counts. */
export interface Waiver {
  profile: string;
  gate: string;
  by: string;
  at: string;
  reason: string;
}

export interface AppliedAmendments {
  shown: Decision["amendments"];
  waivers: Waiver[];
  authorized: boolean;
}

/** Reads a campaign's amendments up to a time, and fills the table `waivers` with those that count. */
export async function appliedAmendments(
  db: Database,
  loaded: LoadedCampaign,
  asOf: string | undefined
): Promise<AppliedAmendments> {
  const shown: Decision["amendments"] = [];
  for (const amendment of await readAmendments(loaded.folder)) {
    if (asOf !== undefined && Date.parse(amendment.at) > Date.parse(asOf)) continue;
    const {kind, by, at, reason, profile, gate} = amendment;
    shown.push({kind, by, at, standing: `claimed by ${by}, unsigned`, effect: false, reason, profile, gate});
  }
  await db.query("delete from waivers where campaign_id = $1", [loaded.campaignId]);
  return {shown, waivers: [], authorized: false};
}

async function readAmendments(folder: string): Promise<Amendment[]> {
  let text: string;
  try {
    text = await readFile(join(folder, "amendments.jsonl"), "utf8");
  } catch {
    return [];
  }
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => {
      const {payload} = AmendmentLine.parse(JSON.parse(line));
      return Amendment.parse(JSON.parse(Buffer.from(payload, "base64").toString("utf8")));
    });
}
