import type {Decision} from "../schema/decision.js";
import {GATES} from "../schema/policy.js";
import {comparisonSentence} from "./comparisonSentence.js";
import {figure} from "./figure.js";
import {findingsText} from "./findingsText.js";

const WORDS = {pass: "pass", fail: "FAIL", inconclusive: "open", "not-run": "not run"};
/** Names of the values that a short form shows. */
export const HEADLINE = ["decode_tok_s_p50", "effective_prefill_tok_s_p50", "ttft_ms_p50", "output_tok_s_total"];

/** The decision for a terminal: verdict, gates, headline values, comparisons, findings, what comes next. */
export function decisionText(decision: Decision): string {
  const {verdict, identity, gates, values, findings} = decision;
  const shown = decision.selected ?? decision.profiles[0]?.profile;
  const lines = [decision.campaign_id, "", verdict.sentence, ...verdict.why.map((line) => `  ${line}`), ""];
  lines.push(`model     ${identity.model ?? "not known"}`, `image     ${identity.image ?? "not known"}`);
  lines.push(`hardware  ${identity.hardware ?? "not known"}`, `labels    ${decision.labels.decision.join(", ")}`, "");
  lines.push(`Gates of ${shown ?? "no profile"}`);
  for (const gate of gates.filter((g) => g.profile === shown)) {
    const title = GATES.find((g) => g.gate === gate.gate)?.title ?? gate.gate;
    lines.push(`  ${WORDS[gate.verdict].padEnd(8)} ${title.padEnd(26)} ${gate.reason}`);
  }
  lines.push("", "Profiles");
  for (const {profile, outcome, reason} of decision.profiles)
    lines.push(`  ${outcome.padEnd(18)} ${profile}`, `    ${reason}`);
  lines.push("", "Values");
  for (const value of values.filter((v) => HEADLINE.includes(v.name) && v.value !== null))
    lines.push(`  ${figure(value)}  ${value.id}`);
  if (decision.comparisons.length > 0) lines.push("", "Comparisons");
  for (const comparison of decision.comparisons) lines.push(`  ${comparisonSentence(comparison, {profiles: []})}`);
  lines.push("", ...findingsText(decision.campaign_id, findings));
  if (decision.amendments.length > 0) lines.push("", `Amendments${decision.as_of ? ` as of ${decision.as_of}` : ""}`);
  for (const a of decision.amendments)
    lines.push(
      `  ${a.at}  ${a.kind}${a.gate ? ` of ${a.gate}` : ""}${a.profile ? ` for ${a.profile}` : ""}: ${a.standing}; ${a.effect ? "counts" : "no effect"}: ${a.reason}`
    );
  if (decision.cannot_tell.length > 0) lines.push("", "The audit cannot tell");
  for (const {rule, reason} of decision.cannot_tell) lines.push(`  ${rule}: ${reason}`);
  lines.push("", `Next: ${decision.next_gate}`, "");
  return lines.join("\n");
}
