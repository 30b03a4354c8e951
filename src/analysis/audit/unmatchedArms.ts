import {armFacts} from "./armFacts.js";
import {FIRST_OUTPUT_METRICS, PREFILL_METRICS} from "./points.js";
import {told, type Rule, type Seen} from "./rule.js";
import {pct} from "./say.js";
import {ABOVE} from "./slack.js";

const CACHE_BOUND = [...PREFILL_METRICS, ...FIRST_OUTPUT_METRICS, "e2e_ms"];

export const unmatchedArms: Rule = {
  id: "unmatched-arms",
  severity: "invalidates",
  title: "The arms differ in more than the comparison asks",
  why: "When two things differ, a difference in speed belongs to neither. Only what the comparison declares may vary.",
  fires: "settings, chat template, patches or cache state of the arms differ beyond `varies`",
  settle: "Measure the arms again with one thing changed, or declare what varies before the run.",
  async run(context) {
    const seen: Seen[] = [];
    for (const c of context.comparisons) {
      const at = {comparison_id: c.comparison_id, profile: c.candidate, metrics: [c.metric]};
      const beyond = c.differs.filter((d) => !d.allowed);
      if (beyond.length > 0)
        seen.push({
          ...at,
          detail: `Beyond what may vary, the arms differ in ${beyond.map((d) => `${d.setting} (${shown(d.baseline)} against ${shown(d.candidate)})`).join(", ")}.`
        });
      const {baseline, candidate} = await armFacts(context, c);
      const [b, a] = [baseline.cached_p50, candidate.cached_p50];
      if (b === null || a === null || Math.abs(a - b) <= context.policy.audit.cache_share_max * ABOVE) continue;
      seen.push({
        ...at,
        severity: CACHE_BOUND.includes(c.metric) ? "invalidates" : "weakens",
        detail: `The baseline's prompts were cached to ${pct(b)} at the median, the candidate's to ${pct(a)}.`,
        files: [...new Set([...baseline.files, ...candidate.files])]
      });
    }
    return told(seen);
  }
};

function shown(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value ?? null);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
