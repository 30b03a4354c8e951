import type {ComparePoint} from "../components/compare/likeness.js";
import type {EvidenceSource} from "./evidenceSource.js";

/** Every measured point of every campaign, with what decides whether two points are alike. */
export async function comparePoints(source: EvidenceSource): Promise<ComparePoint[]> {
  return source.query<ComparePoint>(`select s.campaign_id, s.profile, s.stage, s.kind, s.nominal_prompt_tokens, s.prompt_tokens_p50 as prompt_tokens,
    s.concurrency, s.cache_declared, s.thinking, s.max_tokens, s.n_ok, s.n_failed, s.basis,
    s.decode_tok_s_p50 as decode_tok_s, s.effective_prefill_tok_s_p50 as effective_prefill_tok_s, s.uncached_prefill_tok_s_p50 as uncached_prefill_tok_s,
    s.ttft_ms_p50 as ttft_ms, s.output_tok_s, c.simulated, c.time_scale, p.gpu, p.engine, p.served_model
    from stage_summary as s join campaigns as c using (campaign_id)
    left join profiles as p on p.campaign_id = s.campaign_id and p.profile = s.profile
    where s.kind = 'capacity' and s.n_ok > 0 order by s.campaign_id, s.profile, s.stage`);
}
