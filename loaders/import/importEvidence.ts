/** Takes foreign files in as one campaign: reads, maps, assembles, writes, seals. */
import {readdir, readFile} from "node:fs/promises";
import {basename, join, resolve} from "node:path";
import {CampaignId} from "../../src/schema/common.js";
import {ImportRecord} from "../../src/schema/campaign.js";
import {Problem} from "../../src/schema/problem.js";
import {recordEffects} from "../record/index.js";
import type {RecordEffects} from "../record/index.js";
import {assemble, evidenceDate} from "./assemble.js";
import type {ReadFile} from "./assembled.js";
import {defaultPolicy} from "./defaultPolicy.js";
import {readFiles} from "./readFiles.js";
import {safeName} from "./safeName.js";
import {sha256} from "./sha256.js";
import {sourceFiles} from "./sourceFiles.js";
import {writeCampaign} from "./writeCampaign.js";
import pkg from "../../package.json" with {type: "json"};

export interface ImportResult {
  campaignId: string;
  /** unchanged: the same bytes were imported before. */
  outcome: "imported" | "unchanged" | "nothing";
  files: ReadFile[];
  record: ImportRecord | null;
}

/**
 * Imports every file at or below `paths` into `evidence`. Throws a Problem when other bytes would go into a campaign that
 * exists, when a path does not exist, or when the id is not one.
 */
export async function importEvidence(
  paths: string[],
  options: {evidence: string; campaign?: string | undefined},
  effects: RecordEffects = recordEffects
): Promise<ImportResult> {
  const {bytes, policy} = await defaultPolicy();
  const sources = await sourceFiles(paths);
  const opened = await readFiles(sources, policy.endurance.requests);
  const files = opened.map((o) => o.file);
  if (!files.some((f) => f.mapped !== null)) return {campaignId: "", outcome: "nothing", files, record: null};
  const given = options.campaign ?? folderId(paths);
  const campaignId = given ?? (await evidenceId(paths, files, options.evidence, effects));
  if (!CampaignId.safeParse(campaignId).success)
    throw new Problem("import.bad-id", `"${campaignId.slice(0, 80)}" is no campaign id`, {
      left: "nothing was written",
      next: "give --campaign YYYY-MM-DD-slug, in lower-case letters, digits, dots and hyphens"
    });
  const before = await importedBefore(options.evidence, campaignId);
  if (before !== null) {
    const known = new Set(before.files.map((f) => f.sha256));
    const news = files.filter((f) => !known.has(f.sha256));
    if (news.length === 0) return {campaignId, outcome: "unchanged", files, record: before};
    throw new Problem(
      "import.closed",
      `Campaign ${campaignId} is closed, and ${news.length} of these files are not in it`,
      {
        where: news
          .slice(0, 5)
          .map((f) => f.name)
          .join(", "),
        left: "the campaign is as it was",
        next: "import them under another id with --campaign"
      }
    );
  }
  const built = assemble(files, {campaignId, policySha256: sha256(bytes), version: pkg.version});
  await writeCampaign(resolve(options.evidence), built, opened, bytes, effects);
  return {campaignId, outcome: "imported", files, record: built.import};
}

/** The folder's own name, where one folder was given and its name is an id. */
function folderId(paths: string[]): string | null {
  const name = paths.length === 1 && paths[0] !== undefined ? basename(resolve(paths[0])) : "";
  return CampaignId.safeParse(name).success ? name : null;
}

/** Date of the evidence and the name of what was given. Evidence without any date gets the day of its first import. */
async function evidenceId(
  paths: string[],
  files: ReadFile[],
  evidence: string,
  effects: RecordEffects
): Promise<string> {
  const slug = safeName(basename(resolve(paths[0] ?? "import")).replace(/\.(jsonl?|toml)$/i, "")).toLowerCase();
  const own = evidenceDate(files);
  if (own !== null) return `${own}-${slug}`;
  const taken = (await readdir(evidence).catch((): string[] => [])).filter(
    (n) => n.slice(11) === slug && CampaignId.safeParse(n).success
  );
  for (const name of taken.sort()) {
    const before = await readImport(join(evidence, name, "import.json"));
    const known = new Set(before?.files.map((f) => f.sha256));
    if (before !== null && files.every((f) => known.has(f.sha256))) return name;
  }
  return `${effects.now().toISOString().slice(0, 10)}-${slug}`;
}

/** The import record of a campaign of this id; null when there is no such campaign. Throws a Problem when it was not imported. */
async function importedBefore(evidence: string, campaignId: string): Promise<ImportRecord | null> {
  const folder = join(evidence, campaignId);
  const there = await readdir(folder).catch(() => null);
  if (there === null) return null;
  const record = await readImport(join(folder, "import.json"));
  if (record === null)
    throw new Problem(
      "import.taken",
      `There is already a campaign ${campaignId} that was not imported, or is not whole`,
      {
        where: folder,
        left: "the campaign is as it was",
        next: "choose another id with --campaign"
      }
    );
  return record;
}

async function readImport(path: string): Promise<ImportRecord | null> {
  try {
    return ImportRecord.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    return null;
  }
}
