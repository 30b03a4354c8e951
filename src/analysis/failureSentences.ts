import {listed, type Facts} from "./facts.js";

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

/** What the decision does not say, in sentences: the findings, one sentence a rule and point, the weightiest first. */
export function limitationSentences(facts: Facts): string[] {
  const order = {invalidates: 0, weakens: 1, note: 2};
  const weighed = [...facts.findings].sort((a, b) => order[a.severity] - order[b.severity]);
  const scope = facts.profiles.filter((p) => p.outcome === "verified").map((p) => p.label);
  const only = scope.length > 0 ? [`Only ${listed(scope)} ${scope.length > 1 ? "are" : "is"} qualified.`] : [];
  return [...new Set([...only, ...weighed.map((finding) => finding.detail)])];
}
