import {DECODE_METRICS, POINTS} from "./points.js";
import {told, type Rule} from "./rule.js";
import {count, num, pct} from "./say.js";
import {double} from "./slack.js";

interface Point {
  profile: string;
  stage: string;
  n: number;
  known: number;
  ids: string[] | null;
  share: number | null;
  files: string[];
}

const SQL = `${POINTS}, judged as (
  select *, shared_read_share > $share and coalesce(loop_utilisation, 0) <= $utilisation
    and coalesce(loop_delay_p99_ms, 0) <= greatest($delay, 0.1 * coalesce(chunk_gap_ms_p50, 0)) as is_buffered
  from points where status = 'ok'
)
select profile, stage, count(*) as n, count(shared_read_share) as known,
  list(request_id order by "index") filter (where is_buffered) as ids,
  max(shared_read_share) filter (where is_buffered) as share, list(distinct evidence_file) as files
from judged group by profile, stage order by profile, stage`;

export const proxyBuffered: Rule = {
  id: "proxy-buffered",
  severity: "weakens",
  title: "Something on the way holds events back",
  why: "Events that arrive together although the client was idle were held by a proxy or a buffer: gaps and the first output are then the buffer's.",
  fires:
    "more than 10 % of the output events of a request share a socket read with another while the client's loop is idle",
  settle: "Measure on the server's own port, without a proxy, or turn its buffering off.",
  // A row whose events came together, or one that does not say.
  screen: ({audit}) =>
    `bool_or(status = 'ok' and coalesce(shared_read_share > ${double(audit.shared_read_share_max)}, true))`,
  async run({screened, campaignId, policy}) {
    const a = policy.audit;
    const points = await screened<Point>(proxyBuffered, SQL, {
      campaign: campaignId,
      share: a.shared_read_share_max,
      utilisation: a.loop_utilisation_max,
      delay: a.loop_delay_ms
    });
    const blind = points.filter((p) => p.known === 0);
    return told(
      points
        .filter((p) => p.ids?.length)
        .map((p) => ({
          profile: p.profile,
          stage: p.stage,
          detail: `In ${num(p.ids?.length ?? 0)} of ${count(p.n, "request")} more than ${pct(a.shared_read_share_max)} of the output events (up to ${pct(p.share ?? 0)}) shared a socket read with another while the client was idle.`,
          metrics: ["chunk_gap_ms_p50", "max_stall_ms", "ttfo_ms", "ttft_ms", ...DECODE_METRICS],
          request_ids: (p.ids ?? []).slice(0, 200),
          files: p.files
        })),
      blind.length > 0 ? [`socket reads were not recorded in ${count(blind.length, "point")}`] : []
    );
  }
};
