import type {Finding} from "../schema/decision.js";
import {listed, selectedOf, type Facts} from "./facts.js";

/** What failed, in sentences: required gates by profile, stages that broke, and failed requests. */
export function failureSentences(facts: Facts): string[] {
  const label = (profile: string) => facts.profiles.find((p) => p.profile === profile)?.label ?? profile;
  const gates = facts.gates
    .filter((gate) => gate.verdict === "fail")
    .map((gate) => `${label(gate.profile)}: ${gate.title} failed${gate.waived ? " (waived)" : ""}: ${gate.reason}`);
  const stages = facts.failedStages.map(
    ({profile, stage, code, message}) => `${label(profile)}, stage ${stage}: ${message} (${code})`
  );
  const requests = facts.values
    .filter((v) => v.name === "requests_ok_count" && v.value !== null && v.n !== null && v.value < v.n)
    .map((v) => {
      const [profile = "", stage = ""] = v.id.split("/");
      return `${label(profile)}, stage ${stage}: ${v.value ?? 0}/${v.n ?? 0} requests succeeded`;
    });
  return [...gates, ...stages, ...requests];
}

/**
 * What the decision does not say, in sentences made from the findings: one a rule, the weightiest first. Where a rule
 * fires more than once, the selected profile speaks and the others are counted.
 */
export function limitationSentences(facts: Facts): string[] {
  const verified = facts.profiles.filter((p) => p.outcome === "verified").map((p) => p.label);
  const only = `Only ${listed(verified)} ${verified.length > 1 ? "are" : "is"} qualified.`;
  const order = {invalidates: 0, weakens: 1, note: 2};
  const selected = selectedOf(facts)?.profile;
  const weight = (f: Finding) => 2 * order[f.severity] + (f.profile === selected ? 0 : 1);
  const rules = new Map<string, Finding[]>();
  for (const finding of [...facts.findings].sort((a, b) => weight(a) - weight(b)))
    rules.set(finding.rule, [...(rules.get(finding.rule) ?? []), finding]);
  return [...(verified.length > 0 ? [only] : []), ...[...rules.values()].map((group) => limitation(group, facts))];
}

function limitation([first, ...more]: Finding[], facts: Facts): string {
  if (!first) return "";
  const label = facts.profiles.find((p) => p.profile === first.profile)?.label ?? first.profile;
  const where = [label, first.stage].filter((part) => part !== null).join(", ");
  const others = more.length === 0 ? "" : ` (${more.length} more of rule ${first.rule})`;
  return `${where === "" ? "" : `${where}: `}${first.detail}${others}`;
}
