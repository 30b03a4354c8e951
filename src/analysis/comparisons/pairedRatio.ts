import {percentile} from "../../metrics/percentile.js";
import {MOST_SIGNED_PAIRS, signedRankInterval, type PairedRatio} from "../statistics/index.js";
import type {Arm} from "./arm.js";
import type {EvidenceSource} from "./evidenceSource.js";

/** The paired ratio over prompts that both arms were given (by prompt id; several answers to a prompt: their median). Null when no prompt is shared, or more than a signed-rank interval takes. */
export async function pairedRatio(db: EvidenceSource, baseline: Arm, candidate: Arm): Promise<PairedRatio | null> {
  if (baseline.n > MOST_SIGNED_PAIRS && candidate.n > MOST_SIGNED_PAIRS && (await tooMany(db, baseline, candidate)))
    return null;
  const of = await byPrompt(baseline);
  const other = await byPrompt(candidate);
  return signedRankInterval(
    [...of].flatMap(([prompt, value]) => {
      const partner = other.get(prompt);
      return partner === undefined ? [] : [{baseline: value, candidate: partner}];
    })
  );
}

/** Counted in the database first, since names are many; the first requests of each stage mostly settle it. */
async function tooMany(db: EvidenceSource, baseline: Arm, candidate: Arm): Promise<boolean> {
  for (const which of [`where "index" <= ${2 * MOST_SIGNED_PAIRS}`, ""]) {
    const [found] = await db.query<{n: number}>(
      `select count(*) as n from (select prompt_id from (${baseline.sql}) ${which} intersect select prompt_id from (${candidate.sql}) ${which})
       where prompt_id is not null`
    );
    if ((found?.n ?? 0) > MOST_SIGNED_PAIRS) return true;
  }
  return false;
}

async function byPrompt(arm: Arm): Promise<Map<string, number>> {
  const prompts = new Map<string, number[]>();
  for (const {values, prompt_ids} of await arm.rows())
    for (const [i, prompt] of prompt_ids.entries()) {
      if (prompt === null) continue;
      const answers = prompts.get(prompt) ?? [];
      prompts.set(prompt, answers);
      answers.push(values[i] ?? NaN);
    }
  return new Map([...prompts].map(([prompt, answers]) => [prompt, percentile(answers, 50) ?? NaN]));
}
