import {DECODE_METRICS, POINTS} from "./points.js";
import {told, type Rule, type Seen} from "./rule.js";
import {num, pct} from "./say.js";
import {ABOVE} from "./slack.js";

interface Depths {
  profile: string;
  stage: string;
  before: number | null;
  after: number | null;
  early: number | null;
  late: number | null;
  ids: string[];
  files: string[];
}

/** A stage's depth is known before and after it, so its requests are grouped as the first and the second half. */
const WITHIN = `${POINTS}, changed as (
  select profile, stage, (server_before->>'$.spec_steps')::double as before, (server_after->>'$.spec_steps')::double as after
  from stages where campaign_id = $campaign
    and (server_before->>'$.spec_steps')::double <> (server_after->>'$.spec_steps')::double
), halves as (
  select p.*, c.before, c.after, ntile(2) over (partition by p.profile, p.stage order by p."index") as half
  from points p join changed c on c.profile = p.profile and c.stage = p.stage
  where p.status = 'ok' and p.decode_tok_s is not null
)
select profile, stage, before, after, quantile_disc(decode_tok_s, 0.5) filter (where half = 1) as early,
  quantile_disc(decode_tok_s, 0.5) filter (where half = 2) as late,
  arg_min(request_id, "index", 200) as ids, list(distinct evidence_file) as files
from halves group by profile, stage, before, after order by profile, stage`;

interface Pool {
  profile: string;
  nominal: number;
  concurrency: number;
  depths: number[];
  medians: number[];
  files: string[];
}

/** Stages of one point over several boots are pooled: their depths may differ from each other. */
const ACROSS = `${POINTS}, deep as (
  select profile, stage, (server_after->>'$.spec_steps')::double as depth from stages
  where campaign_id = $campaign and (server_after->>'$.spec_steps') is not null
), staged as (
  select p.profile, p.stage, p.nominal_prompt_tokens as nominal, p.concurrency, d.depth,
    quantile_disc(p.decode_tok_s, 0.5) as median, list(distinct p.evidence_file) as files
  from points p join deep d on d.profile = p.profile and d.stage = p.stage
  where p.status = 'ok' and p.decode_tok_s is not null and p.nominal_prompt_tokens is not null and p.concurrency is not null
  group by all
)
select profile, nominal, concurrency, list(depth order by depth) as depths, list(median order by depth) as medians,
  list_distinct(flatten(list(files))) as files
from staged group by profile, nominal, concurrency having count(distinct depth) > 1 order by profile, nominal, concurrency`;

export const specDepthChanged: Rule = {
  id: "spec-depth-changed",
  severity: "note",
  title: "The speculation depth changed inside a pooled set",
  why: "Requests decoded at different depths are different measurements: their median describes neither depth.",
  fires:
    "the depth differs before and after a point, or between the boots of one; weakens if the medians of the groups differ by more than 10 %",
  settle: "Wait until the depth has settled before measuring, or report each depth on its own.",
  async run({query, campaignId, policy}) {
    const limit = policy.audit.spec_median_off_max;
    const severity = (...medians: (number | null)[]): "weakens" | "note" => {
      const known = medians.filter((m) => m !== null);
      return known.length > 1 && Math.max(...known) / Math.min(...known) - 1 > limit * ABOVE ? "weakens" : "note";
    };
    const within = await query<Depths>(WITHIN, {campaign: campaignId});
    const across = await query<Pool>(ACROSS, {campaign: campaignId});
    return told([
      ...within.map((d): Seen => ({
        severity: severity(d.early, d.late),
        profile: d.profile,
        stage: d.stage,
        detail: `The depth was ${num(d.before ?? 0)} before and ${num(d.after ?? 0)} after; the decode median of the first half is ${num(d.early ?? 0, 2)} tok/s, of the second ${num(d.late ?? 0, 2)}${d.early && d.late ? ` (${pct(Math.abs(d.late / d.early - 1))} apart)` : ""}.`,
        metrics: DECODE_METRICS,
        request_ids: d.ids,
        files: d.files
      })),
      ...across.map((p): Seen => ({
        severity: severity(...p.medians),
        profile: p.profile,
        detail: `The boots pooled at nominal ${num(p.nominal)} tokens, C${p.concurrency}, ran at depths ${p.depths.join(", ")} with decode medians ${p.medians.map((m) => num(m, 2)).join(", ")} tok/s.`,
        metrics: DECODE_METRICS,
        files: p.files
      }))
    ]);
  }
};
