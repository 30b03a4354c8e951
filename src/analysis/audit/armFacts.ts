import type {AuditContext, Comparison} from "./rule.js";

export interface ArmFacts {
  boots: number;
  min_tokens: number | null;
  max_tokens: number | null;
  mean_tokens: number | null;
  p50_tokens: number | null;
  cached_p50: number | null;
  bases: string[];
  files: string[];
}

type Arms = {baseline: ArmFacts; candidate: ArmFacts};

/** Several rules ask for the same arms: within one audit they are read once. */
const read = new WeakMap<AuditContext, Map<Comparison, Promise<Arms>>>();

/** What the arms of a comparison are made of: boots, output lengths, cached share, decode bases and files of its samples. */
export function armFacts(context: AuditContext, c: Comparison): Promise<Arms> {
  const own = read.get(context) ?? new Map<Comparison, Promise<Arms>>();
  read.set(context, own);
  const arms = own.get(c) ?? readArms(context, c);
  own.set(c, arms);
  return arms;
}

async function readArms({query, campaignId}: AuditContext, c: Comparison): Promise<Arms> {
  const of = async (profile: string): Promise<ArmFacts> => {
    const [row] = await query<ArmFacts>(
      `select count(distinct coalesce(m.boot_id, 'unknown'))::bigint as boots,
         min(m.output_tokens) as min_tokens, max(m.output_tokens) as max_tokens, avg(m.output_tokens) as mean_tokens,
         quantile_disc(m.output_tokens, 0.5) as p50_tokens, quantile_disc(m.cached_share, 0.5) as cached_p50,
         coalesce(list(distinct m.decode_basis) filter (where m.decode_basis is not null), []) as bases,
         coalesce(list(distinct coalesce(s.source_file, m.file, s.file)), []) as files
       from request_metrics m join stages s on s.campaign_id = m.campaign_id and s.profile = m.profile and s.stage = m.stage
       where m.campaign_id = $campaign and m.profile = $profile and s.kind = 'capacity' and m.counted
         and m.nominal_prompt_tokens = $prompt and m.concurrency = $concurrency`,
      {campaign: campaignId, profile, prompt: c.nominal_prompt_tokens, concurrency: c.concurrency}
    );
    return (
      row ?? {
        boots: 0,
        min_tokens: null,
        max_tokens: null,
        mean_tokens: null,
        p50_tokens: null,
        cached_p50: null,
        bases: [],
        files: []
      }
    );
  };
  return {baseline: await of(c.baseline), candidate: await of(c.candidate)};
}
