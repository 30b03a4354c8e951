import {existsSync} from "node:fs";
import {mkdtemp, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {dirname, join, resolve} from "node:path";
import {fileURLToPath} from "node:url";
import {afterEach} from "vitest";
import {importEvidence} from "../../loaders/import/importEvidence.js";
import type {ImportResult} from "../../loaders/import/importEvidence.js";
import {readFiles} from "../../loaders/import/readFiles.js";
import type {Opened} from "../../loaders/import/readFiles.js";
import {sourceFiles} from "../../loaders/import/sourceFiles.js";
import type {ReportedRecord} from "../../src/schema/campaign.js";
import type {RequestRecord} from "../../src/schema/request.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Other people's evidence and the shared cases; absent in a plain checkout. */
export const SHARED = resolve(root, "../shared");
export const CORPUS = join(SHARED, "corpus/anvil");
export const hasCorpus = existsSync(CORPUS);
export const CORPORA = [
  "2026-07-10-blackwell-local-model-bakeoff",
  "2026-07-28-agents-a1-multimodal-qualification",
  "2026-08-01-deepseek-v4-flash-0731-nvfp4",
  "2026-08-01-dual-pro-tp2-campaign",
  "2026-09-02-glm53-sglang-sm120-qualification"
];

const made: string[] = [];
afterEach(async () => {
  for (const folder of made.splice(0)) await rm(folder, {recursive: true, force: true});
});

/** A folder that is gone after the test. */
export async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "assay-import-"));
  made.push(folder);
  return folder;
}

/** A clock that stands still: `token` only has to differ between temporary files. */
let tokens = 0;
export const effects = {now: () => new Date("2026-01-02T03:04:05Z"), token: () => `t${tokens++}`};

/** Writes one foreign file and imports it; resolves to the result and the evidence folder. */
export async function importText(
  name: string,
  text: string | Uint8Array,
  campaign = "2026-01-02-case"
): Promise<{result: ImportResult; evidence: string; folder: string}> {
  const from = await scratch();
  const evidence = await scratch();
  await writeFile(join(from, name), text);
  const result = await importEvidence([join(from, name)], {evidence, campaign}, effects);
  return {result, evidence, folder: join(evidence, campaign)};
}

/** Reads and maps a folder or file without writing anything. */
export async function mapPath(path: string): Promise<Opened[]> {
  return readFiles(await sourceFiles([path]), 60);
}

export async function jsonLines<T>(path: string): Promise<T[]> {
  if (!existsSync(path)) return [];
  return (await readFile(path, "utf8"))
    .split("\n")
    .filter((l) => l !== "")
    .map((l) => JSON.parse(l) as T);
}

export const reportedOf = (folder: string) => jsonLines<ReportedRecord>(join(folder, "reported.jsonl"));

/** The requests of every stage that a result lists, in the order of its stages. */
export async function requestsOf(result: ImportResult, folder: string): Promise<RequestRecord[]> {
  const stages = result.record?.files.flatMap((f) => f.stages) ?? [];
  const lists = await Promise.all(stages.map((s) => jsonLines<RequestRecord>(join(folder, `${s}.requests.jsonl`))));
  return lists.flat();
}

export const folderOf = (path: string) => dirname(path);
