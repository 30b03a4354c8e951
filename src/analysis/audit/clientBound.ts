import {DECODE_METRICS, FIRST_OUTPUT_METRICS, POINTS, PREFILL_METRICS} from "./points.js";
import {told, type Rule, type Seen} from "./rule.js";
import {count, num} from "./say.js";
import {ABOVE, double} from "./slack.js";

interface Point {
  profile: string;
  stage: string;
  n: number;
  known: number;
  bound: string[] | null;
  broken: string[] | null;
  delay: number | null;
  utilisation: number | null;
  cpu: number | null;
  files: string[];
}

const isBound = (delay: string, utilisation: string, cpu: string): string =>
  `(coalesce(loop_delay_p99_ms > greatest(${delay}, 0.1 * chunk_gap_ms_p50) * ${ABOVE}, false)
    or coalesce(loop_utilisation > ${utilisation}, false) or coalesce(cpu_share > ${cpu}, false))`;

const SQL = `${POINTS}, judged as (
  select *,
    ${isBound("$delay", "$utilisation", "$cpu")} as is_bound,
    coalesce(chunk_gap_ms_p50 is not null and loop_delay_p99_ms > greatest($delay, 0.5 * chunk_gap_ms_p50) * ${ABOVE}, false) as is_broken
  from points where status = 'ok'
)
select profile, stage, count(*) as n, count(coalesce(loop_delay_p99_ms, loop_utilisation, cpu_share)) as known,
  list(request_id order by "index") filter (where is_bound and not is_broken) as bound,
  list(request_id order by "index") filter (where is_broken) as broken,
  max(loop_delay_p99_ms) as delay, max(loop_utilisation) as utilisation, max(cpu_share) as cpu,
  list(distinct evidence_file) as files
from judged group by profile, stage order by profile, stage`;

export const clientBound: Rule = {
  id: "client-bound",
  severity: "weakens",
  title: "The client was too busy to measure",
  why: "A client that cannot keep up measures itself: its own delay is added to every time, and it looks like the server's.",
  fires:
    "while a request ran: event-loop delay p99 (what one byte in a hundred would have waited) above max(2 ms, 10 % of the median chunk gap), utilisation above 0.7, or CPU above 0.8; invalidates above half a gap",
  settle: "Measure from a quieter or larger client, or drive the load with an engine made for it and import its files.",
  // A row of a busy client, or one that does not say.
  screen: ({audit}) =>
    `bool_or(status = 'ok' and (${isBound(double(audit.loop_delay_ms), double(audit.loop_utilisation_max), double(audit.cpu_share_max))}
       or coalesce(loop_delay_p99_ms, loop_utilisation, cpu_share) is null))`,
  async run({screened, campaignId, policy}) {
    const {loop_delay_ms: delay, loop_utilisation_max: utilisation, cpu_share_max: cpu} = policy.audit;
    const points = await screened<Point>(clientBound, SQL, {campaign: campaignId, delay, utilisation, cpu});
    const metrics = [...FIRST_OUTPUT_METRICS, ...PREFILL_METRICS, ...DECODE_METRICS, "e2e_ms"];
    const blind = points.filter((p) => p.known === 0);
    return told(
      points.flatMap((p): Seen[] => {
        const worst = `at worst: loop delay p99 ${num(p.delay ?? 0, 1)} ms, utilisation ${num(p.utilisation ?? 0, 2)}, CPU ${num(p.cpu ?? 0, 2)}`;
        const at = {profile: p.profile, stage: p.stage, metrics, files: p.files};
        const of = (ids: string[], says: string) =>
          `During ${num(ids.length)} of ${count(p.n, "request")} ${says} (${worst}).`;
        return [
          ...(p.bound?.length ? [{...at, detail: of(p.bound, "the client was busy"), request_ids: p.bound}] : []),
          ...(p.broken?.length
            ? [
                {
                  ...at,
                  severity: "invalidates" as const,
                  detail: of(p.broken, `the client was late by more than half a chunk gap`),
                  request_ids: p.broken
                }
              ]
            : [])
        ];
      }),
      blind.length > 0 ? [`the client's own condition was not recorded in ${count(blind.length, "point")}`] : []
    );
  }
};
