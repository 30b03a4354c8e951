-- One stage a row. Percentiles by nearest rank over measured ok requests that count at their concurrency.
-- Generations too short to time stay in; finding short-generation takes them out of verdicts and second figures.
with measured as (
  select
    campaign_id, profile, stage,
    count(*) as n_measured,
    count(*) filter (where status = 'ok') as n_ok,
    count(*) filter (where status <> 'ok') as n_failed,
    count(*) filter (where counted) as n_counted,
    (max(sent_ms + e2e_ms) - min(sent_ms)) / 1000 as span_s,
    sum(output_tokens) filter (where status = 'ok') as tokens,
    count(*) filter (where status = 'ok' and output_tokens is null) as tokens_unknown,
    -- The steady window: from the last first-output to the first finish, when all are generating.
    case
      when count(*) filter (where status = 'ok' and coalesce(last_output_ms - ttfo_ms, 0) <= 0) = 0
        and min(sent_ms + last_output_ms) filter (where status = 'ok') > max(sent_ms + ttfo_ms) filter (where status = 'ok')
      then sum(output_tokens / ((last_output_ms - ttfo_ms) / 1000)) filter (where status = 'ok')
    end as steady_output_tok_s,
    quantile_disc(ttfo_ms, [0.50, 0.90, 0.95, 0.99]) filter (where counted) as ttfo_ms,
    quantile_disc(ttft_ms, [0.50, 0.90, 0.95, 0.99]) filter (where counted) as ttft_ms,
    quantile_disc(e2e_ms, [0.50, 0.90, 0.95, 0.99]) filter (where counted) as e2e_ms,
    quantile_disc(decode_tok_s, [0.50, 0.90, 0.95, 0.99]) filter (where counted) as decode_tok_s,
    quantile_disc(tpot_ms, [0.50, 0.90, 0.95, 0.99]) filter (where counted) as tpot_ms,
    quantile_disc(effective_prefill_tok_s, [0.50, 0.90, 0.95, 0.99]) filter (where counted) as effective_prefill_tok_s,
    quantile_disc(uncached_prefill_tok_s, [0.50, 0.90, 0.95, 0.99]) filter (where counted) as uncached_prefill_tok_s,
    quantile_disc(prompt_tokens, [0.50, 0.90, 0.95, 0.99]) filter (where counted) as prompt_tokens,
    quantile_disc(output_tokens, [0.50, 0.90, 0.95, 0.99]) filter (where counted) as output_tokens,
    quantile_disc(cached_share, [0.50, 0.90, 0.95, 0.99]) filter (where counted) as cached_share,
    quantile_disc(tokens_per_chunk, [0.50, 0.90, 0.95, 0.99]) filter (where counted) as tokens_per_chunk,
    quantile_disc(max_stall_ms, [0.50, 0.90, 0.95, 0.99]) filter (where counted) as max_stall_ms,
    list(distinct basis order by basis) filter (where counted and basis is not null) as bases,
    list(distinct file order by file) as files
  from request_metrics
  where phase = 'measured'
  group by campaign_id, profile, stage
)
select
  s.campaign_id, s.profile, s.stage, s.kind, s.boot_id,
  s.nominal_prompt_tokens, s.concurrency, s.max_tokens, s.cache_declared, s.thinking,
  s.started_at, s.ended_at, s.n_planned,
  coalesce(m.n_measured, 0) as n_measured,
  coalesce(m.n_ok, 0) as n_ok,
  coalesce(m.n_failed, 0) as n_failed,
  coalesce(m.n_counted, 0) as n_counted,
  coalesce(s.wall_s, m.span_s) as wall_s,
  case
    when m.tokens_unknown = 0 and coalesce(s.wall_s, m.span_s) > 0 then m.tokens / coalesce(s.wall_s, m.span_s)
  end as output_tok_s,
  m.steady_output_tok_s,
  m.ttfo_ms[1] as ttfo_ms_p50, m.ttfo_ms[2] as ttfo_ms_p90, m.ttfo_ms[3] as ttfo_ms_p95, m.ttfo_ms[4] as ttfo_ms_p99,
  m.ttft_ms[1] as ttft_ms_p50, m.ttft_ms[2] as ttft_ms_p90, m.ttft_ms[3] as ttft_ms_p95, m.ttft_ms[4] as ttft_ms_p99,
  m.e2e_ms[1] as e2e_ms_p50, m.e2e_ms[2] as e2e_ms_p90, m.e2e_ms[3] as e2e_ms_p95, m.e2e_ms[4] as e2e_ms_p99,
  m.decode_tok_s[1] as decode_tok_s_p50, m.decode_tok_s[2] as decode_tok_s_p90, m.decode_tok_s[3] as decode_tok_s_p95, m.decode_tok_s[4] as decode_tok_s_p99,
  m.tpot_ms[1] as tpot_ms_p50, m.tpot_ms[2] as tpot_ms_p90, m.tpot_ms[3] as tpot_ms_p95, m.tpot_ms[4] as tpot_ms_p99,
  m.effective_prefill_tok_s[1] as effective_prefill_tok_s_p50, m.effective_prefill_tok_s[2] as effective_prefill_tok_s_p90, m.effective_prefill_tok_s[3] as effective_prefill_tok_s_p95, m.effective_prefill_tok_s[4] as effective_prefill_tok_s_p99,
  m.uncached_prefill_tok_s[1] as uncached_prefill_tok_s_p50, m.uncached_prefill_tok_s[2] as uncached_prefill_tok_s_p90, m.uncached_prefill_tok_s[3] as uncached_prefill_tok_s_p95, m.uncached_prefill_tok_s[4] as uncached_prefill_tok_s_p99,
  m.prompt_tokens[1] as prompt_tokens_p50, m.prompt_tokens[2] as prompt_tokens_p90, m.prompt_tokens[3] as prompt_tokens_p95, m.prompt_tokens[4] as prompt_tokens_p99,
  m.output_tokens[1] as output_tokens_p50, m.output_tokens[2] as output_tokens_p90, m.output_tokens[3] as output_tokens_p95, m.output_tokens[4] as output_tokens_p99,
  m.cached_share[1] as cached_share_p50, m.cached_share[2] as cached_share_p90, m.cached_share[3] as cached_share_p95, m.cached_share[4] as cached_share_p99,
  m.tokens_per_chunk[1] as tokens_per_chunk_p50, m.tokens_per_chunk[2] as tokens_per_chunk_p90, m.tokens_per_chunk[3] as tokens_per_chunk_p95, m.tokens_per_chunk[4] as tokens_per_chunk_p99,
  m.max_stall_ms[1] as max_stall_ms_p50, m.max_stall_ms[2] as max_stall_ms_p90, m.max_stall_ms[3] as max_stall_ms_p95, m.max_stall_ms[4] as max_stall_ms_p99,
  case when len(m.bases) = 1 then m.bases[1] when len(m.bases) > 1 then 'mixed: ' || array_to_string(m.bases, ', ') end as basis,
  list_concat(m.files, [s.file]) as files
from stages as s
left join measured as m using (campaign_id, profile, stage)
