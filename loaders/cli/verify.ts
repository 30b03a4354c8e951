import {join} from "node:path";
import {Command} from "commander";
import {Problem} from "../../src/schema/problem.js";
import {verifyCampaign, type Verification} from "../record/index.js";
import {defineCommand, parseArguments, type Definition} from "./definition.js";
import {evidenceFolder, type CliEffects} from "./effects.js";
import {findCampaign, listCampaigns} from "./findCampaign.js";
import {readReviewers} from "./readReviewers.js";

interface Options {
  deep?: boolean;
  unsealed?: boolean;
  reviewers?: string;
}

type Checked = Verification & {campaign_id: string; ok: boolean};

function sentence({campaign_id, ok, sealed, root, files, derived, problems}: Checked): string {
  const again = derived === null ? "" : `, ${derived} requests derived again`;
  const head = ok
    ? `${campaign_id}: ${files} files as they were sealed${again}\n  root ${root ?? "none: not sealed yet"}\n`
    : `${campaign_id}: not as it was sealed\n`;
  const none =
    !sealed && !ok && problems.length === 0 ? "  manifest.json: never sealed, so nothing vouches for it\n" : "";
  return head + none + problems.map(({file, what}) => `  ${file}: ${what}\n`).join("");
}

export const define = (): Definition =>
  defineCommand(
    new Command("verify")
      .description(
        "Recompute every hash and chain of a campaign, or of all. Tamper-evident to whoever has the root from elsewhere."
      )
      .argument("[campaign]", "a campaign's id or folder; without it all campaigns are verified")
      .option("--deep", "also derive every request line from its wire frames and name each field that differs")
      .option("--unsealed", "accept a campaign that runs or was killed: chains only, since no root vouches for it")
      .option("--reviewers <file>", "keys to check signatures by (default: configs/reviewers.toml)"),
    {
      json: "print JSON: one object, or an array for all campaigns",
      examples: [
        ["npm run verify", "all campaigns of evidence/"],
        ["npm run -s verify -- 2026-11-30-rehearsal --deep --json", ""]
      ],
      exits: "0 as sealed; 1 something changed, or was never sealed; 2 nothing to verify."
    }
  );

/** `verify [CAMPAIGN] [--deep] [--json]`: exit 1 when a file is not as it was sealed, naming it. */
export async function run(argv: string[], effects: CliEffects): Promise<number> {
  const {args, options} = parseArguments<Options>(define(), argv, effects);
  const reviewers = await readReviewers(options.reviewers, effects);
  const evidence = evidenceFolder(options.evidence, effects);
  const named = args[0];
  const places =
    named === undefined
      ? (await listCampaigns(evidence)).map((id) => ({id, folder: join(evidence, id)}))
      : [await findCampaign(named, options.evidence, effects)];
  if (places.length === 0)
    throw new Problem("no-evidence", "This folder holds no campaign", {
      where: evidence,
      next: "rehearse one (npm run loaders), import one (npm run import), or give --evidence DIR"
    });

  const all: Checked[] = [];
  for (const {id, folder} of places) {
    const found = await verifyCampaign(folder, {deep: options.deep === true, reviewers});
    const ok = found.problems.length === 0 && (found.sealed || options.unsealed === true);
    const checked = {campaign_id: id, ok, ...found};
    all.push(checked);
    if (!options.json) effects.out(sentence(checked));
  }
  if (options.json) effects.out(`${JSON.stringify(named === undefined ? all : all[0])}\n`);
  return all.every((c) => c.ok) ? 0 : 1;
}
