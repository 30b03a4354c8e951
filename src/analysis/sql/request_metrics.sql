-- One request a row, with the metrics of section 3. Rates divide by seconds, so that imported figures agree to the
-- last bit. A request that is not ok has no throughput.
with timed as (
  select
    r.*,
    r.status = 'ok' as ok,
    -- The first output of any channel, or the first content where a foreign protocol defines prefill so.
    case when r.prefill_basis = 'prompt-over-ttft' then r.ttft_ms else r.ttfo_ms end as prefill_ms,
    coalesce(p.rate_min_tokens, 16) as rate_min_tokens
  from requests as r
  left join (select campaign_id, max(rate_min_tokens) as rate_min_tokens from policies group by campaign_id) as p
    using (campaign_id)
)
select
  t.* exclude (ok, prefill_ms, rate_min_tokens),
  t.basis as decode_basis,
  -- k and m: tokens counted at the first and at the last output delta.
  t.first_delta_tokens as k,
  t.last_delta_tokens as m,
  case when t.ok and t.output_deltas > 0 then t.output_tokens / t.output_deltas::double end as tokens_per_chunk,
  case
    when t.ok and t.last_delta_tokens > t.first_delta_tokens and t.generation_ms > 0
    then (t.last_delta_tokens - t.first_delta_tokens) / (t.generation_ms / 1000)
  end as decode_tok_s,
  case
    when t.ok and t.last_delta_tokens > t.first_delta_tokens and t.generation_ms > 0
    then t.generation_ms / (t.last_delta_tokens - t.first_delta_tokens)
  end as tpot_ms,
  case when t.ok and t.prefill_ms > 0 then t.prompt_tokens / (t.prefill_ms / 1000) end as effective_prefill_tok_s,
  -- A rate only where most of the prompt was computed: else it is overhead.
  case
    when t.ok and t.prefill_ms > 0
      and t.prompt_tokens - t.cached_tokens >= greatest(1024::double, t.prompt_tokens / 2::double)
    then (t.prompt_tokens - t.cached_tokens) / (t.prefill_ms / 1000)
  end as uncached_prefill_tok_s,
  case when t.prompt_tokens > 0 then t.cached_tokens / t.prompt_tokens::double end as cached_share,
  -- Some content that is not white space, as JavaScript sees it.
  regexp_matches(t.content, '[^\s\x0B\x{00A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}]') as visible_answer,
  -- In the percentiles: measured, ok, and at its concurrency for at least nine tenths.
  t.ok and t.phase = 'measured' and coalesce(t.in_flight_mean >= 0.9 * t.concurrency, true) as counted,
  -- In the decode medians: generated long enough to time.
  t.ok and t.phase = 'measured' and coalesce(t.in_flight_mean >= 0.9 * t.concurrency, true)
    and coalesce(t.output_tokens >= t.rate_min_tokens, true) as rate_counted
from timed as t
