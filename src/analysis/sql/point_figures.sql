-- The p50 of a metric at a measured point, each with its basis: `derived` from the point's requests, and `reported` as a
-- foreign file claims it. A row of one basis is never set against a row of another; first-token-excluded and k-assumed-1
-- are one quantity under two names: the generation time over the tokens after the first.
with derived as (
  unpivot (
    select campaign_id, profile, stage, n_counted, basis, ttft_ms_p50 as ttft_ms, e2e_ms_p50 as e2e_ms,
      tpot_ms_p50 as tpot_ms, decode_tok_s_p50 as decode_tok_s
    from stage_summary where kind = 'capacity'
  ) on ttft_ms, e2e_ms, tpot_ms, decode_tok_s into name metric value p50
)
select
  s.campaign_id, s.profile, s.stage, s.nominal_prompt_tokens, s.concurrency, s.prompt_tokens_p50, s.started_at,
  d.metric, d.p50, d.n_counted as n,
  case when d.metric in ('tpot_ms', 'decode_tok_s') then d.basis end as basis,
  'derived' as source, s.files[1] as file, null::varchar as json_path
from derived as d
join stage_summary as s using (campaign_id, profile, stage)
union all
select
  s.campaign_id, s.profile, s.stage, s.nominal_prompt_tokens, s.concurrency, s.prompt_tokens_p50, s.started_at,
  r.metric, r.value as p50, null as n, r.basis, 'reported' as source, r.file, r.json_path
from reported as r
join stage_summary as s using (campaign_id, profile, stage)
where s.kind = 'capacity' and r.statistic = 'p50' and r.value is not null
  and r.metric in ('ttft_ms', 'e2e_ms', 'tpot_ms', 'decode_tok_s')
