import {selectedOf, type Facts} from "./facts.js";

/** What would change the decision, in one sentence. */
export function nextGate(facts: Facts): string {
  const steps: string[] = [];
  const selected = selectedOf(facts);
  const candidates = facts.profiles.filter((p) => p.role === "candidate");
  if (facts.origin === "reported") return "import the raw evidence: nothing can be recomputed from reported figures";
  if (selected && !facts.authorized) steps.push("human decision before any promotion: a signed authorisation");
  if (!selected) {
    const open = candidates.find((p) => p.outcome === "incomplete");
    const broken = candidates.find((p) => p.outcome === "failed");
    if (open) steps.push(`${open.label}: ${open.reason}`);
    else if (broken) steps.push(`a recipe of ${broken.label} that passes: ${broken.reason}`);
  }
  const short = candidates.filter((p) => p.outcome === "policy-infeasible");
  if (!selected && short[0])
    steps.push(`a signed waiver, or a recipe that leaves more memory, for ${short.map((p) => p.label).join(" and ")}`);
  const few = facts.comparisons.filter((c) => c.word === "too few samples" && c.needs !== null);
  const needs = Math.max(0, ...few.map((c) => c.needs ?? 0));
  if (needs > 0) steps.push(`${needs} v ${needs} boots in ABBA order before the comparison can say faster or slower`);
  return steps.length > 0 ? steps.join("; ") : "none: every gate of the policy has its answer";
}
