/** Writes an assembled campaign into a fresh folder and moves it to its place when it is whole: a reader never sees half of one. */
import {copyFile, mkdir, mkdtemp, rename, rm, writeFile} from "node:fs/promises";
import {dirname, join, resolve, sep} from "node:path";
import {Problem} from "../../src/schema/problem.js";
import type {Assembled} from "./assembled.js";
import type {Opened} from "./readFiles.js";
import type {RecordEffects} from "../record/index.js";
import {onFile} from "../record/ioProblem.js";
import {makeFolder} from "../record/makeFolder.js";
import {writeManifest} from "../record/sealCampaign.js";

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const lines = (rows: unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** Returns the campaign's folder. Nothing is left behind when it fails. */
export async function writeCampaign(
  evidence: string,
  built: Assembled,
  opened: Opened[],
  policy: Uint8Array,
  effects: RecordEffects
): Promise<string> {
  await onFile(evidence, "written", () => makeFolder(evidence));
  const folder = join(evidence, built.campaign.campaign_id);
  const draft = await mkdtemp(join(evidence, ".importing-"));
  try {
    const put = async (path: string, data: string | Uint8Array): Promise<void> => {
      const target = inside(draft, path);
      await mkdir(dirname(target), {recursive: true});
      await writeFile(target, data, {flag: "wx"});
    };
    await put("campaign.json", json(built.campaign));
    await put("policy.toml", policy);
    await put("import.json", json(built.import));
    await put("reported.jsonl", lines(built.reported));
    if (built.restoration) await put("restoration.json", json(built.restoration));
    for (const r of built.recipes) await put(`recipes/${r.name}.toml`, r.toml);
    for (const {record, requests} of built.stages) {
      await put(`${record.profile}/${record.stage}.json`, json(record));
      if (requests.length > 0) await put(`${record.profile}/${record.stage}.requests.jsonl`, lines(requests));
    }
    for (const {file, source, redacted} of opened) {
      if (file.keptAs === null) continue;
      if (redacted !== null) await put(file.keptAs, redacted);
      else {
        const target = inside(draft, file.keptAs);
        await mkdir(dirname(target), {recursive: true});
        await copyFile(source.path, target);
      }
    }
    await writeManifest(draft, built.campaign.campaign_id, effects.now().toISOString(), effects);
    await rename(draft, folder);
    return folder;
  } catch (error) {
    await rm(draft, {recursive: true, force: true});
    throw error;
  }
}

function inside(root: string, path: string): string {
  const target = resolve(root, path);
  if (!target.startsWith(resolve(root) + sep))
    throw new Problem("import.outside", "A name in the imported files leads out of the evidence folder", {where: path});
  return target;
}
