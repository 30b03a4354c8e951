import {readdir, stat} from "node:fs/promises";
import {basename, dirname, join, resolve} from "node:path";
import {nearestName} from "../../src/metrics/names/nearestName.js";
import {Problem} from "../../src/schema/problem.js";
import {ioCode} from "../record/ioProblem.js";
import {evidenceFolder, type CliEffects} from "./effects.js";

const isFolder = (path: string) =>
  stat(path).then(
    (s) => s.isDirectory(),
    () => false
  );

/** Campaigns of an evidence folder: the folders that are named YYYY-MM-DD-slug, in order. */
export async function listCampaigns(evidence: string): Promise<string[]> {
  const entries = await readdir(evidence, {withFileTypes: true}).catch((error: unknown) => {
    const missing = ioCode(error) === "ENOENT";
    throw new Problem("no-evidence", missing ? "There is no evidence folder" : "The evidence folder cannot be read", {
      where: evidence,
      ...(missing ? {} : {why: ioCode(error) ?? String(error)}),
      next: "give another with --evidence DIR, or rehearse a campaign: npm run loaders",
      cause: error
    });
  });
  return entries
    .filter((e) => e.isDirectory() && /^\d{4}-\d{2}-\d{2}-/.test(e.name))
    .map((e) => e.name)
    .sort();
}

/**
 * A campaign by its id in the evidence folder, or by the path of its folder (as a shell completes it). `evidence` is the folder
 * that holds it. Throws a Problem with the nearest name, or with what is there.
 */
export async function findCampaign(
  name: string,
  option: string | undefined,
  effects: Pick<CliEffects, "cwd">
): Promise<{id: string; folder: string; evidence: string}> {
  const evidence = evidenceFolder(option, effects);
  for (const place of [join(evidence, name), resolve(effects.cwd, name)]) {
    const folder = resolve(place);
    if (folder !== evidence && (await isFolder(folder)))
      return {id: basename(folder), folder, evidence: dirname(folder)};
  }
  const known = await listCampaigns(evidence);
  const near = nearestName(basename(name), known);
  const some = known.slice(0, 10).join(", ") + (known.length > 10 ? ` and ${known.length - 10} more` : "");
  throw new Problem("no-campaign", `There is no campaign "${name}"`, {
    where: evidence,
    next: near
      ? `did you mean "${near}"?`
      : known.length > 0
        ? `name one of ${some}`
        : "this folder holds no campaign yet; rehearse one (npm run loaders), import one (npm run import), or give --evidence DIR"
  });
}
