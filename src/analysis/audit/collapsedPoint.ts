import {DECODE_METRICS, POINTS} from "./points.js";
import {told, type Rule} from "./rule.js";
import {num, pct} from "./say.js";
import {BELOW, double} from "./slack.js";

interface Point {
  profile: string;
  stage: string;
  nominal: number | null;
  concurrency: number | null;
  p50: number;
  best: number;
  best_stage: string;
  ids: string[];
  files: string[];
}

const SQL = `${POINTS}, medians as (
  select profile, stage, decode_basis, any_value(nominal_prompt_tokens) as nominal, any_value(concurrency) as concurrency,
    quantile_disc(decode_tok_s, 0.5) as p50, arg_min(request_id, "index", 200) as ids,
    list(distinct evidence_file) as files
  from points where status = 'ok' and decode_tok_s is not null and concurrency is not null
  group by profile, stage, decode_basis
), ranked as (
  select *, max(p50) over w as best, first(stage) over (w order by p50 desc) as best_stage from medians window w as (partition by profile, decode_basis)
)
select * from ranked where p50 < $share * best * ${BELOW} order by profile, stage`;

export const collapsedPoint: Rule = {
  id: "collapsed-point",
  severity: "weakens",
  title: "A point where decoding collapsed",
  why: "A point this far below the profile's best does not serve anyone: the profile's other figures must not be read as holding there.",
  fires: "a point's decode p50 is below 10 % of the profile's best point of the same basis",
  settle:
    "Find what stalls it (prefill of others, queueing, memory), or declare the point outside what the profile serves.",
  // Medians lie between the slowest and the fastest request.
  screen: ({audit}) => `min(decode_tok_s) < ${double(audit.collapsed_share)} * max(decode_tok_s) * ${BELOW}`,
  async run({screened, campaignId, policy}) {
    const points = await screened<Point>(collapsedPoint, SQL, {
      campaign: campaignId,
      share: policy.audit.collapsed_share
    });
    return told(
      points.map((p) => ({
        profile: p.profile,
        stage: p.stage,
        detail: `Decode p50 at nominal ${num(p.nominal ?? 0)} tokens, C${p.concurrency ?? "?"}: ${num(p.p50, 2)} tok/s, ${pct(p.p50 / p.best)} of the profile's best (${num(p.best, 2)} at ${p.best_stage}).`,
        metrics: DECODE_METRICS,
        request_ids: p.ids,
        files: p.files
      }))
    );
  }
};
