import {POINTS, PREFILL_METRICS} from "./points.js";
import {told, type AuditContext, type Rule, type Seen} from "./rule.js";
import {count, num, pct} from "./say.js";
import {ABOVE, double} from "./slack.js";

interface Point {
  profile: string;
  stage: string;
  prompt_p50: number | null;
  prefill_p50: number | null;
  n: number;
  known: number;
  warm: string[] | null;
  warm_share: number | null;
  gauge: number | null;
  gauge_path: string | null;
  slowest: {request_id: string; index: number; rate: number} | null;
  files: string[];
}

const isWarm = (share: string, page: string): string =>
  `cached_tokens - coalesce(template_tokens, 0) > greatest(${share} * prompt_tokens, ${page}) * ${ABOVE}`;

const SQL = `${POINTS}, judged as (
  select *, ${isWarm("$share", "$page")} as is_warm
  from points where status = 'ok' and cache_declared is distinct from 'warm'
)
select profile, stage, quantile_disc(prompt_tokens, 0.5) as prompt_p50,
  quantile_disc(effective_prefill_tok_s, 0.5) as prefill_p50,
  count(*) as n, count(cached_tokens) as known,
  list(request_id order by "index") filter (where is_warm) as warm,
  max(cached_share) filter (where is_warm) as warm_share,
  any_value(g.value) as gauge, any_value(g.json_path) as gauge_path,
  arg_min({request_id: request_id, index: "index", rate: effective_prefill_tok_s}, effective_prefill_tok_s) as slowest,
  list(distinct evidence_file) as files
from judged
left join (select profile, stage, value, json_path from reported
  where campaign_id = $campaign and metric = 'cache_hit_share' and statistic in ('mean', 'total')) g using (profile, stage)
group by profile, stage order by profile, stage`;

export const cacheWarm: Rule = {
  id: "cache-warm",
  severity: "invalidates",
  title: "Prefill measured on a warm cache",
  why: "A prompt that the prefix cache already holds is not computed: its prefill rate and its time to the first output are those of a lookup, and no cold prompt will see them.",
  fires:
    "in a point not declared warm, the cached tokens beyond the template's own prefix exceed max(5 %, one cache page) of the prompt; where a file holds no count a request, its own gauge of the point decides",
  settle: "Measure the point again with a unique prefix in every prompt and a flush proved by cached = 0.",
  // A row that is warm, or does not say: then the file's own gauge is asked.
  screen: ({audit}) =>
    `bool_or(status = 'ok' and cache_declared is distinct from 'warm' and coalesce(${isWarm(double(audit.cache_share_max), double(audit.cache_page_tokens))}, true))`,
  async run({query, screened, campaignId, policy}) {
    const {cache_share_max: share, cache_page_tokens: page} = policy.audit;
    const points = await screened<Point>(cacheWarm, SQL, {campaign: campaignId, share, page});
    const unknown = points.filter((p) => p.known === 0 && p.gauge === null);
    const limit = (p: Point) => Math.max(share, page / (p.prompt_p50 ?? Infinity));
    const seen: Seen[] = [];
    for (const p of points) {
      const gauged = p.known === 0 && p.gauge !== null && p.gauge > limit(p) * ABOVE;
      if (!gauged && !p.warm?.length) continue;
      const cold = coldRequest(p);
      const warm = gauged
        ? (await idsOf(query, campaignId, p)).filter((id) => id !== cold?.request_id)
        : (p.warm ?? []);
      seen.push({
        profile: p.profile,
        stage: p.stage,
        detail: sentence(p, gauged, warm.length, cold),
        metrics: PREFILL_METRICS,
        request_ids: warm,
        files: p.files
      });
    }
    const names = unknown.map((p) => `${p.profile}/${p.stage}`);
    return told(
      seen,
      names.length > 0
        ? [
            `${count(names.length, "point holds", "points hold")} neither cached tokens nor a cache gauge: ${names.join(", ")}`
          ]
        : []
    );
  }
};

async function idsOf(query: AuditContext["query"], campaign: string, {profile, stage}: Point): Promise<string[]> {
  const rows = await query<{request_id: string}>(
    `${POINTS} select request_id from points where status = 'ok' and profile = $profile and stage = $stage order by "index"`,
    {campaign, profile, stage}
  );
  return rows.map((r) => r.request_id);
}

/** The request that ran cold among warm ones: its rate lies below half the median. */
const coldRequest = (p: Point): NonNullable<Point["slowest"]> | null =>
  p.slowest && p.prefill_p50 !== null && p.slowest.rate < p.prefill_p50 / 2 ? p.slowest : null;

function sentence(p: Point, gauged: boolean, warm: number, cold: Point["slowest"]): string {
  const seen = gauged
    ? `${pct(p.gauge ?? 0)} of the prompt was cached by the file's own gauge (${p.gauge_path?.split(".").pop() ?? "cache gauge"}, of the point, not of each request)`
    : `${warm} of ${count(p.n, "request")} had up to ${pct(p.warm_share ?? 0)} of the prompt cached`;
  const median = p.prefill_p50 === null ? "" : `; the effective prefill p50 is ${num(p.prefill_p50, 1)} tok/s`;
  const named = cold
    ? `, while the cold request ${cold.index} ran at ${num(cold.rate, 1)} tok/s, below half of it`
    : "; no request stands out as the cold one";
  return `${seen}, and the point is not declared warm${median}${named}.`;
}
