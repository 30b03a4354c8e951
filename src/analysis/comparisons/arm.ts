import {COMPARABLE_METRICS} from "./comparableMetrics.js";
import type {EvidenceSource} from "./evidenceSource.js";

/** One counted request of an arm, with the compared value. */
export interface ArmRow {
  request_id: string;
  index: number;
  stage: string;
  boot_id: string | null;
  prompt_id: string | null;
  value: number;
  /** Basis of the value, with `forced-length` in front where the length was forced. */
  basis: string;
  time_scale: number;
  stage_started_at: string | null;
}

export interface Point {
  nominal_prompt_tokens: number;
  concurrency: number;
}

/** A profile's counted requests at a point (capacity stages only), in the order they were measured. The metric must be a comparable one. */
export async function armRows(
  db: EvidenceSource,
  campaignId: string,
  profile: string,
  point: Point,
  metric: string
): Promise<ArmRow[]> {
  const known = COMPARABLE_METRICS[metric];
  if (!known) return [];
  const basis = known.basisColumn === null ? "null" : `m.${known.basisColumn}`;
  return db.query<ArmRow>(
    `select m.request_id, m.index, m.stage, m.boot_id, m.prompt_id, m.${metric}::double as value,
       concat_ws(' ', case when m.ignore_eos then 'forced-length' end, coalesce(${basis}, 'the only one')) as basis,
       coalesce(s.time_scale, 1) as time_scale, s.started_at as stage_started_at
     from request_metrics m join stages s on s.campaign_id = m.campaign_id and s.profile = m.profile and s.stage = m.stage
     where m.campaign_id = $campaign and m.profile = $profile and s.kind = 'capacity' and m.${known.rate ? "rate_counted" : "counted"}
       and m.nominal_prompt_tokens = $prompt and m.concurrency = $concurrency and m.${metric} is not null
     order by s.started_at, m.stage, m.index`,
    {campaign: campaignId, profile, prompt: point.nominal_prompt_tokens, concurrency: point.concurrency}
  );
}

/** Names a prompt across arms: its id, else its place in the point. */
export const promptKey = (row: ArmRow): string => row.prompt_id ?? `#${row.index}`;

export const bootKey = (row: ArmRow): string => row.boot_id ?? "unknown boot";
