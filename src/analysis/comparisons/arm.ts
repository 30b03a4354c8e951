import {sqlText} from "../sqlText.js";
import {COMPARABLE_METRICS} from "./comparableMetrics.js";
import type {EvidenceSource} from "./evidenceSource.js";

/** Requests of one stage, boot and basis. */
export interface ArmBlock {
  /** All requests of no recorded boot are of one unknown boot. */
  boot: string;
  /** Basis of the values, with `forced-length` in front where the length was forced. */
  basis: string;
  time_scale: number;
  n: number;
}

/** The requests of a block, in the order they were measured. */
export interface BlockRows {
  values: number[];
  request_ids: string[];
  prompt_ids: (string | null)[];
  /** A prompt's name across arms: its id, else its place in the point. */
  prompt_keys: string[];
}

/** Some requests in figures, by their values. */
export interface Sample {
  /** One value a boot: the nearest-rank median of its requests (design, 8.2). In the order of the boots' first rows. */
  boots: number[];
  /** Of all requests. */
  p50: number | null;
  /** The value of each request, in the order they were measured. */
  values(): Promise<number[]>;
}

/** A profile's counted requests at a point by one metric. There may be a million, so each stays in the database until it is asked for. */
export interface Arm extends Sample {
  n: number;
  blocks: ArmBlock[];
  /** Every `step`-th request: all, up to 5,000; beyond, as many evenly spaced ones. */
  step: number;
  listed(): Promise<{request_id: string; value: number}[]>;
  rows(): Promise<BlockRows[]>;
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

/** Requests that a comparison lists with their values, of each arm. */
const MOST_LISTED = 5000;

const known = new WeakMap<EvidenceSource, Map<string, Promise<Arm>>>();

/**
 * A profile's counted requests at a point (capacity stages only), in the order they were measured. Of a metric that cannot be compared: none.
 * Read once for each source of evidence: the comparisons are made twice, and evidence does not change in between.
 */
export function readArm(db: EvidenceSource, ...asked: Asked): Promise<Arm> {
  const arms = known.get(db) ?? new Map<string, Promise<Arm>>();
  known.set(db, arms);
  const [campaignId, profile, {nominal_prompt_tokens, concurrency}, metric] = asked;
  const key = JSON.stringify([campaignId, profile, nominal_prompt_tokens, concurrency, metric]);
  const arm = arms.get(key) ?? read(db, asked);
  arms.set(key, arm);
  return arm;
}

async function read(db: EvidenceSource, asked: Asked): Promise<Arm> {
  const sql = armSql(asked);
  if (sql === null) return NONE;
  const groups = await db.query<ArmBlock & {of: "block" | "boot" | "all"; p50: number | null}>(
    `select case when grouping(stage) = 0 then 'block' when grouping(boot) = 0 then 'boot' else 'all' end as of,
       boot, basis, time_scale, count(*) as n, quantile_disc(amount, 0.5) as p50
     from (${sql}) group by grouping sets ((${BLOCK}), (boot), ()) order by started_at, stage, min("index")`
  );
  const blocks = groups.filter((group) => group.of === "block");
  const medians = new Map(groups.flatMap((group) => (group.of === "boot" ? [[group.boot, group.p50]] : [])));
  const n = blocks.reduce((sum, block) => sum + block.n, 0);
  const step = Math.max(1, Math.ceil(n / MOST_LISTED));
  // Both passes of the comparisons ask for them.
  let some: ReturnType<Arm["listed"]> | undefined;
  let rows: Promise<BlockRows[]> | undefined;
  return {
    n,
    step,
    listed: () => (some ??= db.query(everyNth(sql, step))),
    blocks,
    boots: [...new Set(blocks.map(({boot}) => boot))].map((boot) => medians.get(boot) ?? NaN),
    p50: groups.find((group) => group.of === "all")?.p50 ?? null,
    async values() {
      const found = await db.query<Pick<BlockRows, "values">>(
        `select ${inOrder("amount")} as values from (${sql}) ${IN_ORDER}`
      );
      return found.flatMap(({values}) => values);
    },
    rows: () =>
      (rows ??= db.query<BlockRows>(
        `select ${inOrder("amount")} as values, ${inOrder("request_id")} as request_ids, ${inOrder("prompt_id")} as prompt_ids,
           ${inOrder("prompt_key")} as prompt_keys from (${sql}) ${IN_ORDER}`
      )),
    sql
  };
}

const inOrder = (column: string): string => `list(${column} order by "index")`;

const NONE: Arm = {
  n: 0,
  step: 1,
  listed: () => Promise.resolve([]),
  blocks: [],
  boots: [],
  p50: null,
  values: () => Promise.resolve([]),
  rows: () => Promise.resolve([]),
  sql: ""
};

/** Ids and values of every `step`-th request of an arm, from the first on: of these alone the names are fetched. */
const everyNth = (sql: string, step: number): string =>
  `with arm as not materialized (${sql}), blocks as (
     select stage, started_at, min("index") as first, count(*) as n, ${inOrder('"index"')} as indexes from arm group by ${BLOCK}
   ), placed as (
     select *, sum(n) over (order by started_at, stage, first) - n as before from blocks
   ), picked as (
     select stage, before, unnest(indexes[(${step} - before % ${step}) % ${step} + 1:-:${step}]) as "index" from placed
   )
   select request_id, amount as value from picked join arm using (stage, "index") order by before, "index"`;

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
