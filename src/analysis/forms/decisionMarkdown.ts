import type {Decision} from "../../schema/decision.js";
import {GATES} from "../../schema/policy.js";
import {comparisonSentence} from "../comparisonSentence.js";
import {HEADLINE} from "../decisionText.js";
import {figure} from "../figure.js";
import {markdownText as md} from "./markdownText.js";

const WORDS = {pass: "pass", fail: "**fail**", inconclusive: "inconclusive", "not-run": "not run"};

/** A decision as Markdown, for the summary of a CI run or a comment: verdict, gates, values, comparisons, findings, how to check it. */
export function decisionMarkdown(decision: Decision): string {
  const {campaign_id, simulated, verdict, gates, profiles, values, comparisons, findings, root_hash} = decision;
  const shown = decision.selected ?? profiles[0]?.profile;
  const headline = values.filter((value) => HEADLINE.includes(value.name) && value.value !== null);
  const blocks = [
    `## ${md(verdict.sentence)}`,
    simulated
      ? "> **Simulated.** This evidence comes from the embedded simulator. It says nothing about a model or a machine."
      : "",
    list(verdict.why),
    `Campaign \`${campaign_id}\`; labels ${decision.labels.decision.map(md).join(", ") || "none"}; promotion ${decision.promotion_authorized ? "authorised by a signed amendment" : "not authorised"}.`,
    ...section(
      `Gates of ${md(shown ?? "no profile")}`,
      table(
        ["gate", "verdict", "why"],
        gates
          .filter((gate) => gate.profile === shown)
          .map((gate) => [
            md(GATES.find((g) => g.gate === gate.gate)?.title ?? gate.gate),
            WORDS[gate.verdict] + (gate.required ? "" : " (not required)"),
            md(gate.reason)
          ])
      )
    ),
    ...section(
      "Profiles",
      table(
        ["profile", "outcome", "why"],
        profiles.map((p) => [md(p.profile), p.outcome, md(p.reason)])
      )
    ),
    ...section(
      "Values",
      table(
        ["value", "figure"],
        headline.map((value) => [md(value.id), md(figure(value))])
      )
    ),
    ...section("Comparisons", list(comparisons.map((c) => comparisonSentence(c, {profiles: []})))),
    findings.length > 0 ? "### Findings" : "No findings.",
    findings.map((f) => `- **${f.severity}** ${md(f.rule)}: ${md(f.detail)}`).join("\n"),
    `Next: ${md(decision.next_gate)}`,
    root_hash === null
      ? "Not sealed: nothing vouches for this evidence yet."
      : `Root \`${root_hash}\`. Check it with \`npm run verify -- ${campaign_id} --deep\`.`
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

const list = (sentences: readonly string[]) => sentences.map((sentence) => `- ${md(sentence)}`).join("\n");

/** A heading and what stands below it; nothing where there is nothing. */
const section = (title: string, body: string) => (body === "" ? [] : [`### ${title}`, body]);

const table = (head: string[], rows: string[][]) =>
  rows.length === 0 ? "" : [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
