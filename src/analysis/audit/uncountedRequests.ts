import {told, type Rule} from "./rule.js";
import {num} from "./say.js";

interface Boot {
  profile: string;
  boot_id: string | null;
  counted: number;
  held: number;
  files: string[];
}

/** The server's own counter over a boot (from its first reading where there is one) beside the requests in evidence. */
const SQL = `with counters as (
  select profile, boot_id, max((server_after->>'$.requests_total')::double) as last,
    min((server_before->>'$.requests_total')::double) as first,
    list(distinct coalesce(source_file, file)) filter (where server_after->>'$.requests_total' is not null) as files
  from stages where campaign_id = $campaign group by profile, boot_id
), held as (
  select profile, boot_id, count(*) as held from requests where campaign_id = $campaign group by profile, boot_id
)
select c.profile, c.boot_id, c.last - coalesce(c.first, 0) as counted, coalesce(h.held, 0) as held, c.files
from counters c left join held h on h.profile = c.profile and h.boot_id is not distinct from c.boot_id
where c.last is not null and c.last - coalesce(c.first, 0) > coalesce(h.held, 0) order by c.profile, c.boot_id`;

export const uncountedRequests: Rule = {
  id: "uncounted-requests",
  severity: "note",
  title: "Requests that the evidence does not hold",
  why: "What the server did and the evidence does not show may be retries, probes, runs that were left out, or somebody else.",
  fires: "the server counted more requests than the evidence holds",
  settle: "Name the other requests, or add their files.",
  async run({query, campaignId}) {
    const boots = await query<Boot>(SQL, {campaign: campaignId});
    return told(
      boots.map((b) => ({
        profile: b.profile,
        detail: `The server counted ${num(b.counted)} requests${b.boot_id === null ? "" : ` in boot ${b.boot_id}`}; the evidence holds ${num(b.held)} of this profile: ${num(b.counted - b.held)} are not accounted for.`,
        metrics: ["sample_count"],
        files: b.files ?? []
      }))
    );
  }
};
