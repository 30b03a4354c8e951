import {armFacts} from "./armFacts.js";
import {told, type Rule, type Seen} from "./rule.js";
import {num} from "./say.js";
import {ABOVE} from "./slack.js";

export const outputMismatch: Rule = {
  id: "output-mismatch",
  severity: "weakens",
  title: "The arms did not write answers of like length",
  why: "Decode speed depends on how much and what is written, most of all under speculation: arms whose answers differ in length did not do the same work.",
  fires: "the mean or the median output lengths of the arms differ by more than the factor 1.5",
  settle: "Give both arms prompts that fill max_tokens, and pair the answers by prompt.",
  async run(context) {
    const limit = context.policy.audit.output_length_ratio_max;
    const seen: Seen[] = [];
    const cannotTell: string[] = [];
    for (const c of context.comparisons) {
      const {baseline: b, candidate: a} = await armFacts(context, c);
      if (b.mean_tokens === null || a.mean_tokens === null) {
        cannotTell.push(`${c.comparison_id}: an arm holds no output token counts`);
        continue;
      }
      const apart = Math.max(spread(a.mean_tokens, b.mean_tokens), spread(a.p50_tokens ?? 0, b.p50_tokens ?? 0));
      if (apart <= limit * ABOVE) continue;
      const arm = (f: typeof a) => `${num(f.min_tokens ?? 0)} to ${num(f.max_tokens ?? 0)}`;
      seen.push({
        comparison_id: c.comparison_id,
        profile: c.candidate,
        detail: `The baseline's answers are ${arm(b)} tokens long, the candidate's ${arm(a)} (means ${num(b.mean_tokens, 1)} and ${num(a.mean_tokens, 1)}).`,
        metrics: [c.metric],
        request_ids: [...c.samples.baseline, ...c.samples.candidate].slice(0, 200).map((s) => s.request_id),
        files: [...new Set([...b.files, ...a.files])]
      });
    }
    return told(seen, cannotTell);
  }
};

const spread = (a: number, b: number): number => (a === b ? 1 : Math.max(a, b) / Math.max(Math.min(a, b), 1e-9));
