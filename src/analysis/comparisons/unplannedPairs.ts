import type {z} from "zod";
import type {ComparisonSpec} from "../../schema/comparison.js";
import {differing, settingsOf} from "./differences.js";
import type {EvidenceSource} from "./evidenceSource.js";

type Spec = z.infer<typeof ComparisonSpec>;

interface Candidate {
  profile: string;
  context_tokens: number | null;
  nominal_prompt_tokens: number;
  concurrency: number;
}

/**
 * Comparisons of an imported campaign that has no plan (design, section 11): two profiles compare at a point when
 * everything but the model's name agrees; the earlier is the baseline. All are primary, on the decode rate. Points
 * of which a file holds a summary only are left out: their requests cannot be compared.
 */
export async function unplannedPairs(db: EvidenceSource, campaignId: string): Promise<Spec[]> {
  const measured = await db.query<Candidate>(
    `select s.profile, p.context_tokens, s.nominal_prompt_tokens, s.concurrency, min(s.started_at) as first
     from stages s join profiles p on p.campaign_id = s.campaign_id and p.profile = s.profile
     where s.campaign_id = $campaign and s.kind = 'capacity' and s.nominal_prompt_tokens is not null
       and s.concurrency is not null and p.context_tokens is not null and p.engine is not null
       and exists (from requests r where r.campaign_id = s.campaign_id and r.profile = s.profile and r.stage = s.stage
         and r.status = 'ok')
     group by all order by first, s.profile, s.nominal_prompt_tokens, s.concurrency`,
    {campaign: campaignId}
  );
  const specs: Spec[] = [];
  const settings = new Map<Candidate, Record<string, unknown>>();
  for (const m of measured) settings.set(m, await settingsOf(db, campaignId, m.profile, m));
  for (const [i, baseline] of measured.entries()) {
    for (const candidate of measured.slice(i + 1)) {
      if (!samePoint(baseline, candidate)) continue;
      const arms = {baseline: baseline.profile, candidate: candidate.profile};
      const differs = differing(settings.get(baseline) ?? {}, settings.get(candidate) ?? {}, ["model"]);
      if (differs.some((d) => !d.allowed)) continue;
      specs.push({
        ...arms,
        comparison_id: `decode_tok_s-${baseline.nominal_prompt_tokens}-c${baseline.concurrency}-${candidate.profile}-v-${baseline.profile}`,
        metric: "decode_tok_s",
        nominal_prompt_tokens: baseline.nominal_prompt_tokens,
        concurrency: baseline.concurrency,
        better: "higher",
        varies: ["model", "served_model"],
        order: "as-found",
        primary: true,
        protected: [],
        aa: null
      });
    }
  }
  return specs;
}

function samePoint(a: Candidate, b: Candidate): boolean {
  return (
    a.profile !== b.profile &&
    a.context_tokens === b.context_tokens &&
    a.nominal_prompt_tokens === b.nominal_prompt_tokens &&
    a.concurrency === b.concurrency
  );
}
