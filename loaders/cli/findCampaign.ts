import {readdir, stat} from "node:fs/promises";
import {join, resolve} from "node:path";
import {Problem} from "../../src/schema/problem.js";
import {evidenceFolder, type CliEffects} from "./effects.js";

const isFolder = (path: string) =>
  stat(path).then(
    (s) => s.isDirectory(),
    () => false
  );

/** Campaigns of an evidence folder: the folders that are named YYYY-MM-DD-slug, in order. */
export async function listCampaigns(evidence: string): Promise<string[]> {
  const entries = await readdir(evidence, {withFileTypes: true}).catch((error: unknown) => {
    throw new Problem("no-evidence", "There is no evidence folder", {
      where: evidence,
      next: "give another with --evidence DIR, or rehearse a campaign: npm run loaders",
      cause: error
    });
  });
  return entries
    .filter((e) => e.isDirectory() && /^\d{4}-\d{2}-\d{2}-/.test(e.name))
    .map((e) => e.name)
    .sort();
}

/** The folder of a campaign: an id in the evidence folder, or a path. Throws a Problem that lists what is there. */
export async function findCampaign(
  name: string,
  option: string | undefined,
  effects: CliEffects
): Promise<{id: string; folder: string}> {
  const evidence = evidenceFolder(option, effects);
  for (const folder of [join(evidence, name), resolve(effects.cwd, name)])
    if (await isFolder(folder)) return {id: folder.split("/").at(-1) ?? name, folder};
  const known = await listCampaigns(evidence);
  throw new Problem("no-campaign", `There is no campaign ${name}`, {
    where: evidence,
    next: known.length > 0 ? `name one of ${known.slice(0, 10).join(", ")}` : "this folder holds no campaign yet"
  });
}
