import {DECODE_METRICS, FIRST_OUTPUT_METRICS, PREFILL_METRICS} from "./points.js";
import {told, type Rule, type Seen} from "./rule.js";
import {count, num} from "./say.js";

interface Point {
  profile: string;
  stage: string;
  served: number | null;
  generated: number | null;
  sent: number;
  tokens: number | null;
  all_ok: boolean;
  files: string[];
}

/** What the server counted over a stage beside what the stage sent (warm-up included). Requests are counted before they are joined: there may be a million. */
const SQL = `with sent as (
  select profile, stage, count(*) as sent, sum(output_tokens)::double as tokens,
    bool_and(status = 'ok' and output_tokens is not null) as all_ok
  from requests where campaign_id = $campaign group by profile, stage
)
select s.profile, s.stage,
  (s.server_after->>'$.requests_total')::double - (s.server_before->>'$.requests_total')::double as served,
  (s.server_after->>'$.generation_tokens_total')::double - (s.server_before->>'$.generation_tokens_total')::double as generated,
  r.sent, r.tokens, r.all_ok, [s.file] as files
from stages s join sent r on r.profile = s.profile and r.stage = s.stage
where s.campaign_id = $campaign and s.kind in ('capacity', 'endurance') order by s.profile, s.stage`;

const IDS = `select request_id from requests
where campaign_id = $campaign and profile = $profile and stage = $stage and phase = 'measured' order by "index"`;

const foreign = (p: Point): boolean =>
  p.served !== null
    ? p.served > p.sent
    : p.all_ok && p.generated !== null && p.tokens !== null && p.generated > 1.02 * p.tokens + p.sent;

export const foreignTraffic: Rule = {
  id: "foreign-traffic",
  severity: "invalidates",
  title: "Somebody else used the server",
  why: "Requests of others take slots, cache and memory: what was measured beside them is not the recipe alone.",
  fires:
    "the server's counters moved by more than our requests: more requests, or where only tokens are counted, more than 2 % more generated tokens",
  settle: "Measure with nobody else on the server: drain it first, and hold the router away.",
  async run({query, campaignId}) {
    const points = await query<Point>(SQL, {campaign: campaignId});
    const blind = points.filter((p) => p.served === null && (p.generated === null || !p.all_ok));
    const seen: Seen[] = [];
    for (const p of points.filter(foreign)) {
      const {profile, stage} = p;
      const ids = await query<{request_id: string}>(IDS, {campaign: campaignId, profile, stage});
      seen.push({
        profile,
        stage,
        detail:
          p.served !== null
            ? `The server counted ${num(p.served)} requests over this point, which sent ${num(p.sent)}.`
            : `The server generated ${num(p.generated ?? 0)} tokens over this point, whose answers hold ${num(p.tokens ?? 0)}.`,
        metrics: [...DECODE_METRICS, ...PREFILL_METRICS, ...FIRST_OUTPUT_METRICS, "e2e_ms", "output_tok_s"],
        request_ids: ids.map((row) => row.request_id),
        files: p.files
      });
    }
    return told(
      seen,
      blind.length > 0
        ? [`the server's counters before and after ${count(blind.length, "point")} are not recorded`]
        : []
    );
  }
};
