import type {Finding} from "../schema/decision.js";
import {RULES} from "./audit/index.js";

const WEIGHT = {invalidates: 0, weakens: 1, note: 2};
/** Characters of a finding that stand in the list. */
const LINE = 130;

/**
 * Findings for a terminal: one line a rule and severity, the most severe first, with how often, and the first of them in
 * short. Empty when there are none.
 */
export function findingsText(campaignId: string, findings: readonly Finding[]): string[] {
  if (findings.length === 0) return ["No findings"];
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = `${WEIGHT[finding.severity]} ${finding.rule}`;
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  const ordered = [...groups].sort(([a, of], [b, other]) => Number(a[0]) - Number(b[0]) || other.length - of.length);
  return [
    `Findings: ${findings.length} of ${new Set(findings.map((f) => f.rule)).size} rules (in full: npm run explain -- ${campaignId} RULE)`,
    ...ordered.flatMap(([, of]) => {
      const [first] = of;
      if (!first) return [];
      const title = RULES.find((r) => r.id === first.rule)?.title ?? first.rule;
      return [
        `  ${first.severity.padEnd(11)} ${first.rule.padEnd(20)} ${`${of.length} x`.padStart(5)}  ${title}`,
        `      ${of.length > 1 ? "e.g. " : ""}${cut(first.detail)}`
      ];
    })
  ];
}

/** The findings of one rule in full: where, what was seen, why it matters, what would settle it, requests and files. */
export function ruleText(rule: string, findings: readonly Finding[]): string {
  const own = findings.filter((f) => f.rule === rule);
  const about = RULES.find((r) => r.id === rule);
  const lines = [`${rule}: ${about?.title ?? ""}`, `  fires when ${about?.fires ?? ""}`, ""];
  if (own.length === 0) lines.push("It found nothing here.");
  for (const f of own) {
    lines.push(
      `${f.severity}  ${placeOf(f)}`,
      `  seen      ${f.detail}`,
      `  why       ${f.why}`,
      `  settle    ${f.settle}`
    );
    if (f.metrics.length > 0) lines.push(`  touches   ${f.metrics.join(", ")}`);
    if (f.request_ids.length > 0) lines.push(`  requests  ${some(f.request_ids)}`);
    if (f.files.length > 0) lines.push(`  files     ${some(f.files)}`);
    lines.push("");
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

const placeOf = (f: Finding): string =>
  f.comparison_id ?? ([f.profile, f.stage].filter((part) => part !== null).join("/") || "the campaign");

const cut = (text: string): string => (text.length <= LINE ? text : `${text.slice(0, LINE - 3).trimEnd()}...`);

const SHOWN = 12;
const some = (items: readonly string[]): string =>
  items.length <= SHOWN
    ? items.join(", ")
    : `${items.slice(0, SHOWN).join(", ")} and ${items.length - SHOWN} more (--json)`;
