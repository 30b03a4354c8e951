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
}

export interface Point {
  nominal_prompt_tokens: number;
  concurrency: number;
}

/** Requests of one stage, boot and basis: brought out as columns, since a point may hold a million of them. */
interface Block extends Pick<ArmRow, "stage" | "boot_id" | "basis" | "time_scale"> {
  request_ids: string[];
  indexes: number[];
  prompt_ids: (string | null)[];
  amounts: number[];
}

type Asked = [campaignId: string, profile: string, point: Point, metric: string];

const read = new WeakMap<EvidenceSource, Map<string, Promise<ArmRow[]>>>();

/**
 * A profile's counted requests at a point (capacity stages only), in the order they were measured. The metric must be a comparable one.
 * Read once for each source of evidence: the comparisons are made twice, and evidence does not change in between.
 */
export function armRows(db: EvidenceSource, ...asked: Asked): Promise<ArmRow[]> {
  const known = read.get(db) ?? new Map<string, Promise<ArmRow[]>>();
  read.set(db, known);
  const [campaignId, profile, {nominal_prompt_tokens, concurrency}, metric] = asked;
  const key = JSON.stringify([campaignId, profile, nominal_prompt_tokens, concurrency, metric]);
  const rows = known.get(key) ?? readArm(db, ...asked);
  known.set(key, rows);
  return rows;
}

async function readArm(db: EvidenceSource, ...[campaignId, profile, point, metric]: Asked): Promise<ArmRow[]> {
  const known = COMPARABLE_METRICS[metric];
  if (!known) return [];
  const basis = known.basisColumn === null ? "null" : `m.${known.basisColumn}`;
  const blocks = await db.query<Block>(
    `with counted_rows as (
       select m.request_id, m."index", m.stage, m.boot_id, m.prompt_id, m.${metric}::double as amount, s.started_at,
         concat_ws(' ', case when m.ignore_eos then 'forced-length' end, coalesce(${basis}, 'the only one')) as basis,
         coalesce(s.time_scale, 1) as time_scale
       from request_metrics m join stages s on s.campaign_id = m.campaign_id and s.profile = m.profile and s.stage = m.stage
       where m.campaign_id = $campaign and m.profile = $profile and s.kind = 'capacity' and m.${known.rate ? "rate_counted" : "counted"}
         and m.nominal_prompt_tokens = $prompt and m.concurrency = $concurrency and m.${metric} is not null
     )
     select stage, boot_id, basis, time_scale, list(request_id order by "index") as request_ids,
       list("index" order by "index") as indexes, list(prompt_id order by "index") as prompt_ids,
       list(amount order by "index") as amounts
     from counted_rows group by stage, boot_id, basis, time_scale, started_at order by started_at, stage, min("index")`,
    {campaign: campaignId, profile, prompt: point.nominal_prompt_tokens, concurrency: point.concurrency}
  );
  return blocks.flatMap((block) => rowsOf(block));
}

function rowsOf({stage, boot_id, basis, time_scale, request_ids, indexes, prompt_ids, amounts}: Block): ArmRow[] {
  return request_ids.map((request_id, i) => ({
    request_id,
    index: indexes[i] as number,
    stage,
    boot_id,
    prompt_id: prompt_ids[i] ?? null,
    value: amounts[i] as number,
    basis,
    time_scale
  }));
}

/** Names a prompt across arms: its id, else its place in the point. */
export const promptKey = (row: ArmRow): string => row.prompt_id ?? `#${row.index}`;

/** Names the boot a request belongs to; all requests of no recorded boot are of one unknown boot. */
export const bootKey = (row: ArmRow): string => row.boot_id ?? "unknown boot";
