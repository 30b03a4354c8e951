import {Command} from "commander";
import {defineCommand, parseArguments, type Definition} from "./definition.js";
import type {CliEffects} from "./effects.js";
import {findCampaign} from "./findCampaign.js";
import {readReviewers} from "./readReviewers.js";

export const define = (): Definition =>
  defineCommand(
    new Command("decide")
      .description("Print the decision of a campaign, recomputed from its evidence.")
      .argument("<campaign>", "the campaign's id, YYYY-MM-DD-slug, or its folder")
      .option("--anvil", "the decision summary in anvil-serving's form")
      .option("--as-of <time>", "leave out amendments after this RFC 3339 time")
      .option("--reviewers <file>", "public keys that amendments are checked by (default: configs/reviewers.toml)"),
    {
      json: "the whole decision, assay.decision/v1",
      examples: [
        ["npm run decide -- 2026-11-30-rehearsal", "verdict, gates, values, findings"],
        ["npm run -s decide -- 2026-11-30-rehearsal --json | jq .values", ""],
        ["npm run decide -- 2026-11-30-rehearsal --as-of 2026-12-01T09:00:00Z", "as it stood then"]
      ],
      exits: "0 every required gate of what it judges passed or was waived; 1 one did not; 2 no such campaign."
    }
  );

/** `decide CAMPAIGN [--json|--anvil] [--as-of T]`: exit 1 when a required gate of what it judges did not pass. */
export async function run(argv: string[], effects: CliEffects): Promise<number> {
  const {args, options} = parseArguments<{anvil?: true; asOf?: string; reviewers?: string}>(define(), argv, effects);
  const {id: campaignId, evidence} = await findCampaign(args[0] ?? "", options.evidence, effects);
  const {openDatabase} = await import("../../src/analysis/database.js");
  const {decide} = await import("../../src/analysis/decide.js");
  const db = await openDatabase(evidence, {campaigns: [campaignId]});
  try {
    for (const problem of db.problems)
      effects.talk(`${problem.message}${problem.where ? ` (${problem.where})` : ""}\n`);
    const decision = await decide(db, campaignId, {
      ...(options.asOf === undefined ? {} : {asOf: options.asOf}),
      ...(options.reviewers === undefined ? {} : {reviewers: await readReviewers(options.reviewers, effects)})
    });
    if (options.anvil) {
      const {anvilSummary} = await import("../../src/analysis/anvil.js");
      effects.out(`${JSON.stringify(await anvilSummary(db, decision), null, 2)}\n`);
    } else if (options.json) effects.out(`${JSON.stringify(decision, null, 2)}\n`);
    else {
      const {decisionText} = await import("../../src/analysis/decisionText.js");
      effects.out(decisionText(decision));
    }
    const {passes} = await import("../../src/analysis/passes.js");
    return passes(decision) ? 0 : 1;
  } finally {
    db.close();
  }
}
