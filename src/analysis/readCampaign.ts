import {createHash} from "node:crypto";
import {readdir, readFile} from "node:fs/promises";
import {join} from "node:path";
import {parse as parseToml} from "smol-toml";
import type {z} from "zod";
import {CampaignRecord, ImportRecord} from "../schema/campaign.js";
import {HostSnapshot, RestorationRecord} from "../schema/host.js";
import {Manifest} from "../schema/journal.js";
import {Policy} from "../schema/policy.js";
import {Problem} from "../schema/problem.js";
import {StageRecord} from "../schema/stage.js";
import {isRestored} from "./isRestored.js";
import {newestRecord} from "./newestRecord.js";
import {readClocks, type ClockPair} from "./readClocks.js";
import {readRecord} from "./readRecord.js";

/** A campaign's records as they lie in its folder; request lines and telemetry are read by DuckDB. Paths are relative to the folder. */
export interface LoadedCampaign {
  campaignId: string;
  folder: string;
  record: CampaignRecord;
  policy: Policy;
  policySha256: string;
  stages: {path: string; record: StageRecord}[];
  requestFiles: string[];
  wireFiles: string[];
  /** The newest, with its file; null when none is there, or the campaign went on after it. */
  restoration: {file: string; record: RestorationRecord} | null;
  before: HostSnapshot | null;
  after: HostSnapshot | null;
  imported: ImportRecord | null;
  /** Readings of both clocks, one list a run of the loaders, each in the order it was taken. */
  clocks: ClockPair[][];
  /** The newest seal. */
  manifest: Manifest | null;
  /** What could not be read, and was left out. */
  problems: Problem[];
}

/**
 * Reads the small records of one campaign. What cannot be read is told in `problems` and the rest is loaded;
 * only a `campaign.json` that cannot be read makes it throw.
 */
export async function readCampaign(folder: string): Promise<LoadedCampaign> {
  const record = await readRecord(join(folder, "campaign.json"), CampaignRecord);
  const problems: Problem[] = [];
  const optional = async <T>(path: string, shape: z.ZodType<T>): Promise<T | null> => {
    try {
      return await readRecord(join(folder, path), shape, {missing: "null"});
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problems.push(error);
      return null;
    }
  };
  const stages: LoadedCampaign["stages"] = [];
  const requestFiles: string[] = [];
  const wireFiles: string[] = [];
  const entries = await readdir(folder, {withFileTypes: true});
  const profiles = entries.filter((e) => e.isDirectory() && !NOT_PROFILES.has(e.name)).map((e) => e.name);
  for (const profile of profiles.sort()) {
    for (const name of (await readdir(join(folder, profile))).sort()) {
      const path = `${profile}/${name}`;
      if (/\.requests\.jsonl$/.test(name)) requestFiles.push(path);
      else if (/\.wire\.jsonl\.gz$/.test(name)) wireFiles.push(path);
      else if (/^\d{2,3}-.*\.json$/.test(name)) {
        const stage = await optional(path, StageRecord);
        if (stage) stages.push({path, record: stage});
      }
    }
  }
  const names = entries.map((e) => e.name);
  const newest = newestRecord(names, "manifest");
  const proof = (await isRestored(join(folder, "journal.jsonl"))) ? newestRecord(names, "restoration") : null;
  const restoration = proof === null ? null : await optional(proof, RestorationRecord);
  const hostFiles = await readdir(join(folder, "host")).catch(() => []);
  const policy = await readPolicy(folder, problems);
  return {
    campaignId: record.campaign_id,
    folder,
    record,
    ...policy,
    stages,
    requestFiles,
    wireFiles,
    restoration: proof === null || restoration === null ? null : {file: proof, record: restoration},
    before: await optional("host/before.json", HostSnapshot),
    after: await optional(`host/${newestRecord(hostFiles, "after") ?? "after.json"}`, HostSnapshot),
    imported: await optional("import.json", ImportRecord),
    clocks: await readClocks(join(folder, "journal.jsonl"), record.clocks),
    manifest: newest === null ? null : await optional(newest, Manifest),
    problems
  };
}

const NOT_PROFILES = new Set(["host", "imported", "telemetry", "recipes"]);

async function readPolicy(
  folder: string,
  problems: Problem[]
): Promise<Pick<LoadedCampaign, "policy" | "policySha256">> {
  const where = join(folder, "policy.toml");
  try {
    const bytes = await readFile(where);
    const policy = Policy.parse(parseToml(bytes.toString("utf8")));
    return {policy, policySha256: createHash("sha256").update(bytes).digest("hex")};
  } catch (error) {
    const why = error instanceof Error ? (error.message.split("\n")[0] ?? error.message) : String(error);
    problems.push(
      new Problem("POLICY_UNREADABLE", "The campaign's policy cannot be read, so the default policy judges it", {
        where,
        why,
        cause: error
      })
    );
    return {
      policy: Policy.parse({schema: "assay.policy/v1", name: "default"}),
      policySha256: createHash("sha256").update("").digest("hex")
    };
  }
}
