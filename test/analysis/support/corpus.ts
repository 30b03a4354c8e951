import {existsSync} from "node:fs";
import {cp, mkdtemp, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import {importEvidence} from "../../../loaders/import/importEvidence.js";

export const WORKED = "2026-09-02-glm53-sglang-sm120-qualification";
export const CORPUS = resolve("../shared/corpus");
export const hasCorpus = existsSync(join(CORPUS, "anvil", WORKED));

/** Imports the worked example, or a changed copy of it, into a new evidence folder and gives that folder. */
export async function importWorked(change?: (folder: string) => Promise<void>): Promise<string> {
  const evidence = await mkdtemp(join(tmpdir(), "assay-worked-"));
  let source = join(CORPUS, "anvil", WORKED);
  if (change) {
    const copy = join(await mkdtemp(join(tmpdir(), "assay-foreign-")), WORKED);
    await cp(source, copy, {recursive: true});
    await change(copy);
    source = copy;
  }
  await importEvidence([source], {evidence});
  return evidence;
}

export const removeFile = (path: string) => rm(path);

/** Rewrites a JSON file by a function of its value. */
export async function rewrite(path: string, change: (value: Record<string, unknown>) => void): Promise<void> {
  const value = JSON.parse(await readFile(path, "utf8")) as Record<string, unknown>;
  change(value);
  await writeFile(path, JSON.stringify(value));
}
