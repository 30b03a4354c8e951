/**
 * Measured requests of the points of a campaign, with their stage: a common table `points` to put in front of a rule's
 * SELECT. Parameter `$campaign`.
 */
export const POINTS = `with points as not materialized (
  select m.*, s.kind, s.file as stage_file, s.source_file, s.wall_s, s.started_at as stage_started_at,
    coalesce(s.source_file, m.file, s.file) as evidence_file
  from request_metrics m
  join stages s on s.profile = m.profile and s.stage = m.stage
  where m.campaign_id = $campaign and s.campaign_id = $campaign and s.kind in ('capacity', 'endurance') and m.phase = 'measured'
)`;

/** Metrics that a decode rate enters. */
export const DECODE_METRICS = ["decode_tok_s", "tpot_ms"];
export const PREFILL_METRICS = ["effective_prefill_tok_s", "uncached_prefill_tok_s"];
export const FIRST_OUTPUT_METRICS = ["ttfo_ms", "ttft_ms"];

/** Ids in a finding that only points at them; rows that leave a verdict are always listed in full. */
export const POINTED_AT = 200;
