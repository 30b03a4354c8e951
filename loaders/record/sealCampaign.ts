import {join} from "node:path";
import {canonicalJson} from "../../src/metrics/sealed/canonicalJson.js";
import {sha256} from "../../src/metrics/sealed/sha256.js";
import type {Manifest} from "../../src/schema/journal.js";
import {Problem} from "../../src/schema/problem.js";
import type {RecordEffects} from "./effects.js";
import {hashFile} from "./hashFile.js";
import {onFile} from "./ioProblem.js";
import {Journal} from "./journal.js";
import {manifestName, manifestNumber, OUTSIDE, SUMS_NAME} from "./manifestFiles.js";
import {readManifest} from "./readManifest.js";
import {isSafePath} from "./safePath.js";
import {walkCampaign} from "./walkCampaign.js";
import {replaceFile, writeOnce} from "./writeOnce.js";

/** sha256 of the canonical list of files: the root that a reader keeps elsewhere. */
export function rootOf(files: Manifest["files"]): string {
  return sha256(canonicalJson(files));
}

/** The text of SHA256SUMS for a manifest, as `sha256sum -c` reads it. */
export function sumsOf(files: Manifest["files"]): string {
  return files.map((f) => `${f.sha256}  ${f.path}\n`).join("");
}

/** Number of the newest manifest among some files; 0 when there is none. */
export function newestManifest(files: readonly string[]): number {
  return Math.max(0, ...files.map((path) => manifestNumber(path) ?? 0));
}

/** Name of the manifest that a seal of this folder would write. */
export async function nextManifest(folder: string): Promise<string> {
  const {files} = await onFile(folder, "listed", () => walkCampaign(folder));
  return manifestName(newestManifest(files) + 1);
}

/** A folder that was written in one go (an import) has no journal yet: it gets one that says so, a witness for the manifest. */
async function journalOf(folder: string, campaignId: string, at: string, effects: RecordEffects): Promise<void> {
  const {files} = await onFile(folder, "listed", () => walkCampaign(folder));
  if (files.includes("journal.jsonl")) return;
  const journal = await Journal.create(join(folder, "journal.jsonl"), {...effects, now: () => new Date(at)});
  await journal.write("created", {campaign_id: campaignId});
  await journal.write("sealed", {manifest: manifestName(newestManifest(files) + 1)});
  await journal.close();
}

/**
 * Writes the next manifest over every file of the folder, and SHA256SUMS. A first seal is manifest.json; a later one
 * holds the manifests before it as files and names the root before. `sealedAt` is the time of the journal's last line.
 */
export async function writeManifest(
  folder: string,
  campaignId: string,
  sealedAt: string,
  effects: RecordEffects
): Promise<Manifest> {
  await journalOf(folder, campaignId, sealedAt, effects);
  const {files, strange} = await onFile(folder, "listed", () => walkCampaign(folder));
  const odd = strange[0] ?? files.find((path) => !isSafePath(path));
  if (odd !== undefined)
    throw new Problem("unsafe-path", "A campaign cannot be sealed over a link or a hidden name", {
      where: `${folder}: ${JSON.stringify(odd)}`,
      next: "remove it, and seal again"
    });
  const before = newestManifest(files);
  const previous = before > 0 ? (await readManifest(join(folder, manifestName(before)))).root : null;
  const listed: Manifest["files"] = [];
  for (const path of files)
    if (!OUTSIDE.has(path)) listed.push({path, ...(await onFile(path, "hashed", () => hashFile(join(folder, path))))});
  const manifest: Manifest = {
    schema: "assay.manifest/v1",
    campaign_id: campaignId,
    sealed_at: sealedAt,
    previous_root: previous,
    files: listed,
    root: rootOf(listed)
  };
  await writeOnce(join(folder, manifestName(before + 1)), canonicalJson(manifest), effects);
  await replaceFile(join(folder, SUMS_NAME), sumsOf(listed), effects);
  return manifest;
}
