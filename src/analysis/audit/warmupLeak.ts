import {FIRST_OUTPUT_METRICS, POINTS, PREFILL_METRICS} from "./points.js";
import {told, type Rule} from "./rule.js";
import {count, num} from "./say.js";
import {ABOVE} from "./slack.js";

interface Point {
  profile: string;
  stage: string;
  request_id: string;
  index: number;
  ttfo_ms: number;
  others_p50: number | null;
  others_max: number | null;
  same_cache: boolean | null;
  others: number;
  files: string[];
}

/** Only where a boot's first sample is its slowest are the others looked at: they are many, and cannot be slower then. */
const SQL = `${POINTS}, timed as not materialized (
  select profile, stage, coalesce(boot_id, '') as boot, boot_id is null as unnamed, request_id, "index", ttfo_ms, cached_share, evidence_file
  from points where status = 'ok' and ttfo_ms is not null
), firsts as (
  select profile, stage, boot, unnamed, min("index") as first_index
  from timed group by all having arg_min(ttfo_ms, "index") = max(ttfo_ms)
), rest as (
  select profile, stage, boot, unnamed, count(*) as others, quantile_disc(t.ttfo_ms, 0.5) as others_p50,
    max(t.ttfo_ms) as others_max, quantile_disc(t.cached_share, 0.5) as cached_p50
  from timed t join firsts f using (profile, stage, boot, unnamed)
  where t."index" > f.first_index group by all
)
select t.profile, t.stage, t.request_id, t."index", t.ttfo_ms, r.others_p50, r.others_max, r.others,
  abs(t.cached_share - r.cached_p50) <= 0.01 as same_cache, [t.evidence_file] as files
from timed t join firsts f using (profile, stage, boot, unnamed) join rest r using (profile, stage, boot, unnamed)
where t."index" = f.first_index and r.others >= 2 and t.ttfo_ms > $ratio * r.others_p50 * ${ABOVE} and t.ttfo_ms > 1.1 * r.others_max * ${ABOVE}
order by t.profile, t.stage`;

export const warmupLeak: Rule = {
  id: "warmup-leak",
  severity: "weakens",
  title: "The first sample paid for the warm-up",
  why: "Compilation, graph capture and lazy allocation fall on whoever comes first. A sample that carries them is not one of the others' kind.",
  fires:
    "the first sample, with the cached share of the others, has a first output later than 1.25 times their median and 1.1 times their largest",
  settle: "Warm up on other prompts before measuring, or leave the first sample out and say so.",
  async run({query, campaignId, policy}) {
    const points = await query<Point>(SQL, {campaign: campaignId, ratio: policy.audit.warmup_ttfo_ratio});
    const unknown = points.filter((p) => p.same_cache === null);
    return told(
      points
        .filter((p) => p.same_cache === true)
        .map((p) => ({
          profile: p.profile,
          stage: p.stage,
          detail: `Request ${p.index} had its first output after ${num(p.ttfo_ms, 1)} ms; the ${p.others} after it at a median of ${num(p.others_p50 ?? 0, 1)} ms and at most ${num(p.others_max ?? 0, 1)} ms, with the same share of the prompt cached.`,
          metrics: [...FIRST_OUTPUT_METRICS, ...PREFILL_METRICS, "e2e_ms"],
          request_ids: [p.request_id],
          files: p.files
        })),
      unknown.length > 0
        ? [
            `the first request of ${count(unknown.length, "point")} was slow, but how much of each prompt was cached is not recorded: ${unknown.map((p) => `${p.profile}/${p.stage}`).join(", ")}`
          ]
        : []
    );
  }
};
