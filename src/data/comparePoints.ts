import type {ComparePoint} from "../components/compare/likeness.js";
import type {EvidenceSource} from "./evidenceSource.js";

/**
 * Every measured point of every campaign, with what decides whether two points are alike. TPOT is derived from requests
 * where that can be, else the file's own claim: its basis tells them apart.
 */
export async function comparePoints(source: EvidenceSource): Promise<ComparePoint[]> {
  return source.query<ComparePoint>(`with tpot as (
    select * from point_figures where metric = 'tpot_ms'
    qualify row_number() over (partition by campaign_id, profile, stage order by source, json_path) = 1
  )
  select s.campaign_id, s.profile, s.stage, s.kind, s.nominal_prompt_tokens, s.prompt_tokens_p50 as prompt_tokens,
    s.concurrency, s.cache_declared, s.thinking, s.max_tokens, s.n_ok, s.n_failed, coalesce(t.basis, s.basis) as basis,
    coalesce(t.source = 'reported', false) as reported,
    s.decode_tok_s_p50 as decode_tok_s, t.p50 as tpot_ms, s.effective_prefill_tok_s_p50 as effective_prefill_tok_s, s.uncached_prefill_tok_s_p50 as uncached_prefill_tok_s,
    s.ttft_ms_p50 as ttft_ms, s.output_tok_s, c.simulated, c.time_scale, p.gpu, p.engine, p.served_model
    from stage_summary as s join campaigns as c using (campaign_id)
    left join profiles as p on p.campaign_id = s.campaign_id and p.profile = s.profile
    left join tpot as t on t.campaign_id = s.campaign_id and t.profile = s.profile and t.stage = s.stage
    where s.kind = 'capacity' and (s.n_ok > 0 or t.p50 is not null) order by s.campaign_id, s.profile, s.stage`);
}
