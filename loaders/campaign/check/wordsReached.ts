import type {Plan} from "../../../src/schema/plan.js";
import type {CheckEffects} from "./checkEffects.js";
import type {Findings} from "./checkResult.js";
import {bootS} from "./expectedHours.js";

/**
 * Says for every comparison whether the planned boots can reach `faster` or `slower` at all, and if not, how many boots an arm
 * could, and what they cost. The unit of a comparison is the boot; the family is the plan's primary comparisons.
 */
export function wordsReached(plan: Plan, alpha: number, found: Findings, effects: Pick<CheckEffects, "needs">): void {
  const family = Math.max(1, plan.comparisons.filter((c) => c.primary).length);
  for (const comparison of plan.comparisons) {
    const arms = [comparison.baseline, comparison.candidate].map((name) =>
      plan.profiles.find((p) => p.profile === name)
    );
    const [baseline, candidate] = arms;
    const where = `comparison ${comparison.comparison_id}`;
    if (!baseline || !candidate) {
      found.note("words-unknown", where, "An arm is not a profile of this plan: its boots are not known here");
      continue;
    }
    const needed = effects.needs(comparison.primary ? family : 1, alpha);
    if (baseline.boots >= needed && candidate.boots >= needed) {
      found.note("words-reached", where, `${baseline.boots} v ${candidate.boots} boots can say \`faster\``);
      continue;
    }
    const more = [baseline, candidate].reduce((s, arm) => s + Math.max(0, needed - arm.boots) * bootS(arm), 0);
    found.note(
      "words-out-of-reach",
      where,
      `this plan cannot say \`faster\` (${baseline.boots} v ${candidate.boots} boots); ${needed} boots an arm can, +${Math.ceil(more / 60)} min`,
      `Set boots = ${needed} on ${comparison.baseline} and ${comparison.candidate}, or be content with words about "these boots".`
    );
  }
}
