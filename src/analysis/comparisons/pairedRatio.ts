import {percentile} from "../../metrics/percentile.js";
import {MOST_SIGNED_PAIRS, signedRankInterval, type PairedRatio} from "../statistics/index.js";
import {armNames, type Arm} from "./arm.js";
import type {EvidenceSource} from "./evidenceSource.js";

/** The paired ratio over prompts that both arms were given (by prompt id; several answers to a prompt: their median). Null when no prompt is shared, or more than a signed-rank interval takes. */
export async function pairedRatio(db: EvidenceSource, baseline: Arm, candidate: Arm): Promise<PairedRatio | null> {
  if (baseline.n > MOST_SIGNED_PAIRS && candidate.n > MOST_SIGNED_PAIRS && (await tooMany(db, baseline, candidate)))
    return null;
  const of = await byPrompt(db, baseline);
  const other = await byPrompt(db, candidate);
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

async function byPrompt(db: EvidenceSource, arm: Arm): Promise<Map<string, number>> {
  const names = await armNames(db, arm);
  const prompts = new Map<string, number[]>();
  for (const [b, {values}] of arm.blocks.entries())
    values.forEach((value, i) => {
      const prompt = names[b]?.prompt_ids[i] ?? null;
      if (prompt === null) return;
      const answers = prompts.get(prompt);
      if (answers) answers.push(value);
      else prompts.set(prompt, [value]);
    });
  return new Map([...prompts].map(([prompt, answers]) => [prompt, percentile(answers, 50) ?? NaN]));
}
