import {Command} from "commander";
import {evidenceFolder, type CliEffects} from "./effects.js";
import {readReviewers} from "./readReviewers.js";

/** `decide CAMPAIGN [--json|--anvil] [--as-of T]`: exit 1 when a required gate of what it judges did not pass. */
export async function run(argv: string[], effects: CliEffects): Promise<number> {
  const command = new Command("decide")
    .description("Print the decision of a campaign, recomputed from its evidence.")
    .argument("<campaign>", "the campaign's id, YYYY-MM-DD-slug")
    .option("--json", "the whole decision, assay.decision/v1")
    .option("--anvil", "the decision summary in anvil-serving's form")
    .option("--as-of <time>", "leave out amendments after this RFC 3339 time")
    .option("--reviewers <file>", "public keys that amendments are checked by (default: configs/reviewers.toml)")
    .option("--evidence <dir>", "folder of campaigns (default: evidence)")
    .addHelpText(
      "after",
      "\nExamples:\n  npm run decide -- 2026-01-02-rehearsal\n  npm run -s decide -- 2026-01-02-rehearsal --json | jq .values\n  npm run decide -- 2026-01-02-rehearsal --as-of 2026-01-03T09:00:00Z\n"
    )
    .exitOverride()
    .configureOutput({writeOut: (text) => effects.out(text), writeErr: (text) => effects.talk(text)});
  command.parse(argv, {from: "user"});
  const options = command.opts<{json?: true; anvil?: true; asOf?: string; evidence?: string; reviewers?: string}>();
  const campaignId = command.args[0] ?? "";
  const {openDatabase} = await import("../../src/analysis/database.js");
  const {decide} = await import("../../src/analysis/decide.js");
  const db = await openDatabase(evidenceFolder(options.evidence, effects), {campaigns: [campaignId]});
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
