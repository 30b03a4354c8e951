import type {LoadedCampaign} from "./readCampaign.js";
import type {Facts} from "./facts.js";
import {selectedOf} from "./facts.js";

const BY_KIND: Record<string, string> = {
  preflight: "local-functional",
  capacity: "local-capacity",
  quality: "local-quality",
  multimodal: "local-multimodal",
  endurance: "local-endurance"
};

/** Evidence labels by what was measured, decision labels by the outcomes, and which of the evidence labels are only declared. */
export function labels(
  loaded: LoadedCampaign,
  facts: Facts
): {evidence: string[]; decision: string[]; reported: string[]} {
  const {record} = loaded;
  const kinds = new Set(loaded.stages.flatMap(({record: stage}) => [stage.kind, ...stage.settings.also]));
  const own = Object.entries(BY_KIND).flatMap(([kind, label]) => (kinds.has(kind as never) ? [label] : []));
  if (facts.comparisons.some((c) => c.ratio !== null)) own.splice(2, 0, "local-performance");
  if (facts.gates.some((gate) => gate.gate === "restoration" && gate.verdict === "pass")) own.push("exact-restoration");
  const declared = record.declared.evidence_labels.filter((label) => !own.includes(label));
  const reported = record.origin === "reported" ? [...declared, ...record.declared.decision_labels] : declared;
  return {evidence: [...own, ...declared], decision: decisionLabels(loaded, facts), reported};
}

function decisionLabels(loaded: LoadedCampaign, facts: Facts): string[] {
  if (facts.simulated) return ["simulated", "no-promotion"];
  const selected = selectedOf(facts);
  const standing = facts.authorized ? [] : ["no-promotion"];
  if (selected) {
    const served = loaded.record.profiles.find((p) => p.profile === selected.profile)?.served_model;
    return ["verified", ...(incumbents(loaded).some((name) => name !== served) ? ["challenger"] : []), ...standing];
  }
  const rejected = facts.profiles.some((p) => p.outcome === "failed" && p.role === "candidate");
  return [...(rejected ? ["rejected"] : []), ...standing];
}

/** Names of what was served before, by the snapshot and by profiles of that role. */
function incumbents({record, before}: LoadedCampaign): string[] {
  const known = record.profiles.filter((p) => p.role === "incumbent").map((p) => p.served_model ?? p.profile);
  const seen = before?.served_model ?? before?.incumbent?.name;
  return seen === undefined || seen === null ? known : [...known, seen];
}
