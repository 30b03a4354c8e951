import {DECODE_METRICS, FIRST_OUTPUT_METRICS, PREFILL_METRICS} from "./points.js";
import {told, type Rule} from "./rule.js";
import {count, num} from "./say.js";

interface Point {
  profile: string;
  stage: string;
  served: number | null;
  generated: number | null;
  sent: number;
  tokens: number | null;
  all_ok: boolean;
  ids: string[];
  files: string[];
}

/** What the server counted over a stage beside what the stage sent (warm-up included). */
const SQL = `select s.profile, s.stage,
  (s.server_after->>'$.requests_total')::double - (s.server_before->>'$.requests_total')::double as served,
  (s.server_after->>'$.generation_tokens_total')::double - (s.server_before->>'$.generation_tokens_total')::double as generated,
  count(*) as sent, sum(r.output_tokens)::double as tokens, bool_and(r.status = 'ok' and r.output_tokens is not null) as all_ok,
  list(r.request_id order by r."index") filter (where r.phase = 'measured') as ids,
  list(distinct s.file) as files
from stages s join requests r on r.campaign_id = s.campaign_id and r.profile = s.profile and r.stage = s.stage
where s.campaign_id = $campaign and s.kind in ('capacity', 'endurance')
group by s.profile, s.stage, s.server_after, s.server_before order by s.profile, s.stage`;

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
    return told(
      points
        .filter((p) =>
          p.served !== null
            ? p.served > p.sent
            : p.all_ok && p.generated !== null && p.tokens !== null && p.generated > 1.02 * p.tokens + p.sent
        )
        .map((p) => ({
          profile: p.profile,
          stage: p.stage,
          detail:
            p.served !== null
              ? `The server counted ${num(p.served)} requests over this point, which sent ${num(p.sent)}.`
              : `The server generated ${num(p.generated ?? 0)} tokens over this point, whose answers hold ${num(p.tokens ?? 0)}.`,
          metrics: [...DECODE_METRICS, ...PREFILL_METRICS, ...FIRST_OUTPUT_METRICS, "e2e_ms", "output_tok_s"],
          request_ids: p.ids,
          files: p.files
        })),
      blind.length > 0
        ? [`the server's counters before and after ${count(blind.length, "point")} are not recorded`]
        : []
    );
  }
};
