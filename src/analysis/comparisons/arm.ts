import {sqlText} from "../sqlText.js";
import {COMPARABLE_METRICS} from "./comparableMetrics.js";
import type {EvidenceSource} from "./evidenceSource.js";

/** Requests of one stage, boot and basis with their compared values, in the order they were measured. */
export interface ArmBlock {
  /** All requests of no recorded boot are of one unknown boot. */
  boot: string;
  /** Basis of the values, with `forced-length` in front where the length was forced. */
  basis: string;
  time_scale: number;
  values: number[];
}

/** Names of a block's requests, in the order of its values. */
export interface BlockNames {
  request_ids: string[];
  prompt_ids: (string | null)[];
  /** A prompt's name across arms: its id, else its place in the point. */
  prompt_keys: string[];
}

/** A profile's counted requests at a point by one metric. Values are held; names, of which there may be a million, are fetched by `armNames`. */
export interface Arm {
  n: number;
  blocks: ArmBlock[];
  /** SELECT of its rows: request_id, prompt_id, prompt_key, "index", amount, and what tells its blocks apart. */
  sql: string;
}

export interface Point {
  nominal_prompt_tokens: number;
  concurrency: number;
}

type Asked = [campaignId: string, profile: string, point: Point, metric: string];

const BLOCK = "stage, boot, basis, time_scale, started_at";
const IN_ORDER = `group by ${BLOCK} order by started_at, stage, min("index")`;

const arms = new WeakMap<EvidenceSource, Map<string, Promise<Arm>>>();
const named = new WeakMap<Arm, Promise<BlockNames[]>>();

/**
 * A profile's counted requests at a point (capacity stages only), in the order they were measured. Of a metric that cannot be compared: none.
 * Read once for each source of evidence: the comparisons are made twice, and evidence does not change in between.
 */
export function readArm(db: EvidenceSource, ...asked: Asked): Promise<Arm> {
  const known = arms.get(db) ?? new Map<string, Promise<Arm>>();
  arms.set(db, known);
  const [campaignId, profile, {nominal_prompt_tokens, concurrency}, metric] = asked;
  const key = JSON.stringify([campaignId, profile, nominal_prompt_tokens, concurrency, metric]);
  const arm = known.get(key) ?? read(db, asked);
  known.set(key, arm);
  return arm;
}

async function read(db: EvidenceSource, asked: Asked): Promise<Arm> {
  const sql = armSql(asked);
  if (sql === null) return {n: 0, blocks: [], sql: ""};
  const blocks = await db.query<ArmBlock>(
    `select boot, basis, time_scale, list(amount order by "index") as values from (${sql}) ${IN_ORDER}`
  );
  return {n: blocks.reduce((n, block) => n + block.values.length, 0), blocks, sql};
}

/** Names of an arm's requests, block by block. */
export function armNames(db: EvidenceSource, arm: Arm): Promise<BlockNames[]> {
  if (arm.n === 0) return Promise.resolve([]);
  const names =
    named.get(arm) ??
    db.query<BlockNames>(
      `select list(request_id order by "index") as request_ids, list(prompt_id order by "index") as prompt_ids,
         list(prompt_key order by "index") as prompt_keys from (${arm.sql}) ${IN_ORDER}`
    );
  named.set(arm, names);
  return names;
}

/** Ids and values of every `step`-th request of an arm, from the first on: of these alone the names are fetched. */
export async function everyNth(
  db: EvidenceSource,
  arm: Arm,
  step: number
): Promise<{request_id: string; value: number}[]> {
  const places = await db.query<{stage: string; indexes: number[]}>(
    `select stage, list("index"::integer order by "index") as indexes from (${arm.sql}) ${IN_ORDER}`
  );
  let before = 0;
  const rows = places.flatMap(({stage, indexes}, b) => {
    const first = (step - (before % step)) % step;
    before += indexes.length;
    const values = arm.blocks[b]?.values ?? [];
    return Array.from({length: Math.max(0, Math.ceil((indexes.length - first) / step))}, (_, i) => ({
      place: `${stage}#${indexes[first + i * step] ?? ""}`,
      index: indexes[first + i * step] ?? -1,
      value: values[first + i * step] ?? NaN
    }));
  });
  const ids = await db.query<{place: string; request_id: string}>(
    `select stage || '#' || "index" as place, request_id from (${arm.sql})
     where "index" in (${[...new Set(rows.map((row) => row.index))].join(", ")})`
  );
  const idOf = new Map(ids.map(({place, request_id}) => [place, request_id]));
  return rows.map(({place, value}) => ({request_id: idOf.get(place) ?? "", value}));
}

function armSql([campaignId, profile, {nominal_prompt_tokens, concurrency}, metric]: Asked): string | null {
  const known = COMPARABLE_METRICS[metric];
  if (!known) return null;
  const basis = known.basisColumn === null ? "null" : `m.${known.basisColumn}`;
  return `select m.request_id, m.prompt_id, coalesce(m.prompt_id, '#' || m."index") as prompt_key, m."index", m.${metric}::double as amount,
      m.stage, coalesce(m.boot_id, 'unknown boot') as boot, s.started_at, coalesce(s.time_scale, 1) as time_scale,
      concat_ws(' ', case when m.ignore_eos then 'forced-length' end, coalesce(${basis}, 'the only one')) as basis
    from request_metrics m join stages s on s.campaign_id = m.campaign_id and s.profile = m.profile and s.stage = m.stage
    where m.campaign_id = ${sqlText(campaignId)} and m.profile = ${sqlText(profile)} and s.kind = 'capacity'
      and m.${known.rate ? "rate_counted" : "counted"} and m.nominal_prompt_tokens = ${nominal_prompt_tokens}
      and m.concurrency = ${concurrency} and m.${metric} is not null`;
}
