import {cp, mkdtemp, readdir} from "node:fs/promises";
import {existsSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {main} from "../../loaders/cli.js";
import type {CliEffects} from "../../loaders/cli/effects.js";
import {HOSTILE_ID, writeHostileCampaign} from "./hostileCampaign.js";

/** The worked example, read where it lies; null where this checkout stands alone. */
export const WORKED =
  ["../shared/corpus/anvil/2026-09-02-glm53-sglang-sm120-qualification"].find((p) => existsSync(p)) ?? null;
/** Beside the decision that the repository holds of the same campaign as reported values. */
export const WORKED_ID = "2026-09-02-glm53-imported";

/** Effects that keep what a command says instead of printing it. */
export function quietEffects(): CliEffects & {said: string[]; told: string[]} {
  const said: string[] = [];
  const told: string[] = [];
  return {
    said,
    told,
    out: (text) => void said.push(text),
    talk: (text) => void told.push(text),
    env: process.env,
    cwd: process.cwd(),
    now: () => new Date("2026-01-05T00:00:00Z"),
    interactive: false
  };
}

/** Runs a command and returns its stdout; throws with what it told when it fails. */
export async function command(...argv: string[]): Promise<string> {
  const effects = quietEffects();
  const code = await main(argv, effects);
  if (code > 1) throw new Error(`${argv[0]} ended with ${code}: ${effects.told.join("")}`);
  return effects.said.join("");
}

export interface BuiltSite {
  evidence: string;
  dist: string;
  campaigns: string[];
}

/** Builds the report of the repository's evidence, the imported worked example and a hostile simulated campaign. */
export async function builtSite(): Promise<BuiltSite> {
  const folder = await mkdtemp(join(tmpdir(), "assay-site-"));
  const evidence = join(folder, "evidence");
  if (existsSync("evidence")) await cp("evidence", evidence, {recursive: true});
  await writeHostileCampaign(evidence);
  if (WORKED !== null) await command("import", WORKED, "--campaign", WORKED_ID, "--evidence", evidence);
  const dist = join(folder, "dist");
  await command("build", "--evidence", evidence, "--out", dist);
  const campaigns = (await readdir(join(dist, "campaign"))).map((name) => name.replace(/\.html$/, ""));
  if (!campaigns.includes(HOSTILE_ID)) throw new Error("the hostile campaign is not in the report");
  return {evidence, dist, campaigns};
}
