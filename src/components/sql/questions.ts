/** A worked question: what an analyst would ask, and the SQL that answers it. */
export interface Question {
  title: string;
  sql: string;
}

/** A dozen questions over the tables and views of the report. Each runs without an extension. */
export const QUESTIONS: Question[] = [
  {
    title: "How fast does each profile decode, by prompt size?",
    sql: `SELECT campaign_id, profile, nominal_prompt_tokens, concurrency, n_ok,
       decode_tok_s_p50, basis
FROM stage_summary
WHERE kind = 'capacity' AND decode_tok_s_p50 IS NOT NULL
ORDER BY campaign_id, profile, nominal_prompt_tokens, concurrency`
  },
  {
    title: "How far is the measured prompt from the nominal one?",
    sql: `SELECT campaign_id, profile, stage, nominal_prompt_tokens, prompt_tokens_p50,
       round(100 * (prompt_tokens_p50 / nominal_prompt_tokens - 1), 1) AS off_percent
FROM stage_summary
WHERE nominal_prompt_tokens > 0 AND prompt_tokens_p50 IS NOT NULL
ORDER BY abs(off_percent) DESC
LIMIT 25`
  },
  {
    title: "Which points were served from the cache?",
    sql: `SELECT campaign_id, profile, stage, cache_declared,
       round(100 * cached_share_p50, 1) AS cached_percent,
       effective_prefill_tok_s_p50, uncached_prefill_tok_s_p50
FROM stage_summary
WHERE cached_share_p50 > 0.05
ORDER BY cached_percent DESC`
  },
  {
    title: "Which gates failed or were not run, and why?",
    sql: `SELECT campaign_id, profile, gate, verdict, reason
FROM gates
WHERE verdict <> 'pass'
ORDER BY campaign_id, profile, gate`
  },
  {
    title: "How much memory is left on each card after the workload?",
    sql: `SELECT campaign_id, profile, gpu, idle_mib, peak_mib, after_mib,
       after_mib - threshold_mib AS margin_mib, verdict
FROM reserve
ORDER BY margin_mib`
  },
  {
    title: "Which requests failed, and how?",
    sql: `SELECT campaign_id, profile, stage, status, count(*) AS n,
       any_value(error) AS an_error
FROM requests
WHERE status <> 'ok'
GROUP BY ALL
ORDER BY n DESC`
  },
  {
    title: "What did the audit raise, and how often?",
    sql: `SELECT severity, rule, count(*) AS n, count(DISTINCT campaign_id) AS campaigns
FROM findings
GROUP BY ALL
ORDER BY n DESC`
  },
  {
    title: "How much do single requests spread inside a point?",
    sql: `SELECT campaign_id, profile, stage, count(decode_tok_s) AS n,
       min(decode_tok_s) AS lowest, median(decode_tok_s) AS middle, max(decode_tok_s) AS highest,
       max(decode_tok_s) / min(decode_tok_s) AS spread
FROM request_metrics
WHERE phase = 'measured' AND status = 'ok' AND decode_tok_s > 0
GROUP BY ALL
HAVING count(decode_tok_s) > 2
ORDER BY spread DESC
LIMIT 30`
  },
  {
    title: "Which request was the slowest of each stage?",
    sql: `SELECT campaign_id, request_id, e2e_ms, output_tokens, finish_reason
FROM requests
WHERE e2e_ms IS NOT NULL
QUALIFY row_number() OVER (PARTITION BY campaign_id, profile, stage ORDER BY e2e_ms DESC) = 1
ORDER BY e2e_ms DESC
LIMIT 30`
  },
  {
    title: "Does latency drift over an endurance run?",
    sql: `SELECT campaign_id, profile, stage, count(*) AS n,
       regr_slope(e2e_ms, "index") AS ms_per_request,
       median(e2e_ms) AS middle_ms
FROM request_metrics
JOIN stages USING (campaign_id, profile, stage)
WHERE kind = 'endurance' AND status = 'ok'
GROUP BY ALL
ORDER BY abs(ms_per_request) DESC`
  },
  {
    title: "Which answers are not visible to a user?",
    sql: `SELECT campaign_id, request_id, finish_reason, output_tokens, reasoning_tokens
FROM request_metrics
WHERE status = 'ok' AND visible_answer = false
ORDER BY campaign_id, request_id
LIMIT 50`
  },
  {
    title: "Where did a stream stand still longest?",
    sql: `SELECT campaign_id, request_id, count(*) AS deltas, max(gap_ms) AS longest_gap_ms,
       quantile_disc(gap_ms, 0.5) AS gap_ms_p50
FROM (SELECT *, t_ms - lag(t_ms) OVER (PARTITION BY campaign_id, request_id ORDER BY seq) AS gap_ms FROM deltas)
GROUP BY campaign_id, request_id
ORDER BY longest_gap_ms DESC
LIMIT 20`
  },
  {
    title: "What do foreign files claim, beside what was recomputed?",
    sql: `SELECT campaign_id, profile, stage, metric, statistic, value, unit, basis, file, json_path
FROM reported
WHERE value IS NOT NULL
ORDER BY campaign_id, profile, stage, metric
LIMIT 100`
  },
  {
    title: "Which evidence files are there, and which were not understood?",
    sql: `SELECT campaign_id, format, count(*) AS files, sum(size) AS bytes,
       count(*) FILTER (WHERE mapped = false) AS not_mapped
FROM artifacts
GROUP BY ALL
ORDER BY campaign_id, files DESC`
  }
];
