-- One request a row, with the metrics of section 3. Rates divide by seconds, so that imported figures agree to the last bit.
select
  r.*,
  -- k and m: tokens counted at the first and at the last output delta.
  r.first_delta_tokens as k,
  r.last_delta_tokens as m,
  case when r.output_deltas > 0 then r.output_tokens / r.output_deltas::double end as tokens_per_chunk,
  case
    when r.last_delta_tokens > r.first_delta_tokens and r.generation_ms > 0
    then (r.last_delta_tokens - r.first_delta_tokens) / (r.generation_ms / 1000)
  end as decode_tok_s,
  case
    when r.last_delta_tokens > r.first_delta_tokens and r.generation_ms > 0
    then r.generation_ms / (r.last_delta_tokens - r.first_delta_tokens)
  end as tpot_ms,
  r.basis as decode_basis,
  case when r.ttfo_ms > 0 then r.prompt_tokens / (r.ttfo_ms / 1000) end as effective_prefill_tok_s,
  -- A rate only where most of the prompt was computed: else it is overhead.
  case
    when r.ttfo_ms > 0 and r.prompt_tokens - r.cached_tokens >= greatest(1024, r.prompt_tokens / 2.0)
    then (r.prompt_tokens - r.cached_tokens) / (r.ttfo_ms / 1000)
  end as uncached_prefill_tok_s,
  case when r.prompt_tokens > 0 then r.cached_tokens / r.prompt_tokens::double end as cached_share,
  case when r.content is null then null else length(trim(r.content, E' \t\r\n')) > 0 end as visible_answer,
  case
    when r.status = 'ok' and r.phase = 'measured'
      and (r.in_flight_mean is null or r.concurrency is null or r.in_flight_mean >= 0.9 * r.concurrency)
    then true
    else false
  end as counted
from requests as r
