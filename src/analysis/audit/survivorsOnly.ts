import {DECODE_METRICS, FIRST_OUTPUT_METRICS, POINTS, PREFILL_METRICS} from "./points.js";
import {told, type Rule} from "./rule.js";
import {num, some} from "./say.js";

interface Point {
  profile: string;
  stage: string;
  n: number;
  failed: number;
  how: string[] | null;
  ids: string[] | null;
  files: string[];
}

/** Failures among the requests in evidence, else those that a file only counts. */
const SQL = `${POINTS}, held as (
  select profile, stage, count(*) as n, count(*) filter (where status <> 'ok') as failed,
    list(distinct status order by status) filter (where status <> 'ok') as how,
    arg_min(request_id, "index", 200) filter (where status <> 'ok') as ids, list(distinct evidence_file) as files
  from points group by profile, stage
), counted as (
  select profile, stage, max(value) filter (where metric = 'n_failed') as failed, max(value) filter (where metric = 'n_ok') as ok,
    list(distinct file) as files
  from reported where campaign_id = $campaign and metric in ('n_failed', 'n_ok') and stage is not null group by profile, stage
)
select coalesce(h.profile, c.profile) as profile, coalesce(h.stage, c.stage) as stage,
  (case when coalesce(h.failed, 0) > 0 then h.n else coalesce(c.ok, h.n) + c.failed end)::bigint as n,
  greatest(coalesce(h.failed, 0), coalesce(c.failed, 0))::bigint as failed,
  h.how, h.ids, coalesce(h.files, c.files) as files
from held h full join counted c on c.profile = h.profile and c.stage = h.stage
where coalesce(h.failed, 0) > 0 or c.failed > 0 order by profile, stage`;

export const survivorsOnly: Rule = {
  id: "survivors-only",
  severity: "weakens",
  title: "Survivors only",
  why: "Failed requests have no latency: statistics over those that came through describe the lucky part of the load.",
  fires: "failures thinned the sample of a point",
  settle: "Find why they failed; read every figure of the point as one of the survivors.",
  // What a file only counts is of no row: where it counts, the rule looks.
  screen: () =>
    "bool_or(status <> 'ok' or exists (from reported where campaign_id = $campaign and metric = 'n_failed' and value > 0))",
  async run({screened, campaignId}) {
    const points = await screened<Point>(survivorsOnly, SQL, {campaign: campaignId});
    return told(
      points.map((p) => ({
        profile: p.profile,
        stage: p.stage,
        detail: `Survivors only, ${num(p.n - p.failed)} of ${num(p.n)}${p.how ? ` (${some(p.how)})` : ""}.`,
        metrics: [...DECODE_METRICS, ...FIRST_OUTPUT_METRICS, ...PREFILL_METRICS, "e2e_ms", "output_tok_s"],
        request_ids: p.ids ?? [],
        files: p.files
      }))
    );
  }
};
