import {Command} from "commander";
import {defineCommand, parseArguments, type Definition} from "./definition.js";
import type {CliEffects} from "./effects.js";
import {findCampaign} from "./findCampaign.js";

export const define = (): Definition =>
  defineCommand(
    new Command("explain")
      .description(
        "Follow a published value to its SQL, requests, files with hashes, and wire frames; or read a rule's findings in full."
      )
      .argument("<campaign>", "the campaign's id or folder")
      .argument(
        "<value>",
        "the value's id, <profile>/<stage>/<metric>_<stat>; or a rule of the audit, such as cache-warm"
      ),
    {
      json: "the chain as JSON",
      examples: [["npm run explain -- 2026-11-30-rehearsal adaptive-131k/03-capacity-4k-c1/decode_tok_s_p50", ""]],
      exits: "0 the chain holds; 1 a file's bytes differ, or the value does not recompute; 2 no such campaign or value."
    }
  );

/** `explain CAMPAIGN VALUE_ID|RULE`: from a published value down to its bytes; exit 1 when a link of the chain is broken. */
export async function run(argv: string[], effects: CliEffects): Promise<number> {
  const {args, options} = parseArguments(define(), argv, effects);
  const [named = "", valueId = ""] = args;
  const {id: campaignId, evidence} = await findCampaign(named, options.evidence, effects);
  const {openDatabase} = await import("../../src/analysis/database.js");
  const {decide} = await import("../../src/analysis/decide.js");
  const {explainValue} = await import("../../src/analysis/explainValue.js");
  const {explanationText} = await import("../../src/analysis/explanationText.js");
  const {RULES} = await import("../../src/analysis/audit/index.js");
  const db = await openDatabase(evidence, {campaigns: [campaignId]});
  try {
    const decision = await decide(db, campaignId, {}, effects);
    if (RULES.some((rule) => rule.id === valueId)) {
      const {ruleText} = await import("../../src/analysis/findingsText.js");
      const own = decision.findings.filter((finding) => finding.rule === valueId);
      effects.out(options.json ? `${JSON.stringify(own, null, 2)}\n` : ruleText(valueId, own));
      return 0;
    }
    const explanation = await explainValue(db, decision, valueId);
    effects.out(options.json ? `${JSON.stringify(explanation, null, 2)}\n` : explanationText(explanation));
    const whole = explanation.files.every(({sha256, actual}) => sha256 === actual);
    return whole && explanation.recomputed === explanation.value.value ? 0 : 1;
  } finally {
    db.close();
  }
}
