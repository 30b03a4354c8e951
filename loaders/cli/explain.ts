import {Command} from "commander";
import {evidenceFolder, type CliEffects} from "./effects.js";

/** `explain CAMPAIGN VALUE_ID`: from a published value down to its bytes; exit 1 when a link of the chain is broken. */
export async function run(argv: string[], effects: CliEffects): Promise<number> {
  const command = new Command("explain")
    .description("Follow a published value to its SQL, requests, files with hashes, and wire frames.")
    .argument("<campaign>", "the campaign's id")
    .argument("<value>", "the value's id: <profile>/<stage>/<metric>_<stat>")
    .option("--json", "the chain as JSON")
    .option("--evidence <dir>", "folder of campaigns (default: evidence)")
    .addHelpText(
      "after",
      "\nExample:\n  npm run explain -- 2026-01-02-rehearsal small/04-capacity-4k-c1/decode_tok_s_p50\n"
    )
    .exitOverride()
    .configureOutput({writeOut: (text) => effects.out(text), writeErr: (text) => effects.talk(text)});
  command.parse(argv, {from: "user"});
  const [campaignId = "", valueId = ""] = command.args;
  const options = command.opts<{json?: true; evidence?: string}>();
  const {openDatabase} = await import("../../src/analysis/database.js");
  const {decide} = await import("../../src/analysis/decide.js");
  const {explainValue} = await import("../../src/analysis/explainValue.js");
  const {explanationText} = await import("../../src/analysis/explanationText.js");
  const db = await openDatabase(evidenceFolder(options.evidence, effects), {campaigns: [campaignId]});
  try {
    const explanation = await explainValue(db, await decide(db, campaignId), valueId);
    effects.out(options.json ? `${JSON.stringify(explanation, null, 2)}\n` : explanationText(explanation));
    const whole = explanation.files.every(({sha256, actual}) => sha256 === actual);
    return whole && explanation.recomputed === explanation.value.value ? 0 : 1;
  } finally {
    db.close();
  }
}
