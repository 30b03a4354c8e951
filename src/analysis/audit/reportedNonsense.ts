import type {AuditContext, Seen} from "./rule.js";
import {count, num, pct} from "./say.js";
import {ABOVE} from "./slack.js";

interface Point {
  profile: string | null;
  stage: string | null;
  peak: number | null;
  mean: number | null;
  in_flight: number | null;
  little: number | null;
  zero_first: number | null;
  zero_requests: number;
  tokens: number | null;
  accepted: number | null;
  depth: number | null;
  files: string[];
}

/** Claims of a point beside what they must agree with: peak and mean rate; mean in flight and Little's law (sum of latencies over the wall clock, of the requests where the file has them, else of its mean); first token and tokens; accepted length and depth. */
const SQL = `with claims as (
  select profile, stage, list(distinct file) as files,
    max(value) filter (where metric in ('max_output_tokens_per_s', 'peak_output_tok_s') or (metric = 'output_tok_s' and statistic in ('max', 'peak'))) as peak,
    max(value) filter (where metric = 'output_tok_s' and statistic in ('total', 'mean', 'value')) as mean,
    max(value) filter (where metric in ('concurrency', 'in_flight', 'in_flight_mean', 'concurrency_mean') and statistic = 'mean') as in_flight,
    min(value) filter (where metric in ('ttft_ms', 'ttfo_ms') and statistic in ('p50', 'mean')) as zero_first,
    count(*) filter (where metric in ('ttft_ms', 'ttfo_ms') and statistic = 'value' and value = 0) as zero_requests,
    max(value) filter (where (metric = 'output_tokens' and statistic in ('total', 'mean')) or (metric = 'output_tok_s' and statistic = 'total')) as tokens,
    max(value) filter (where metric = 'accept_length' and statistic in ('value', 'p50', 'mean', 'max')) as accepted,
    max(value) filter (where metric = 'e2e_ms' and statistic = 'mean') * max(value) filter (where metric = 'n_ok')
      / 1000 / nullif(max(value) filter (where metric = 'wall_s'), 0) as little
  from reported where campaign_id = $campaign and stage is not null group by profile, stage
), measured as (
  select r.profile, r.stage, sum(r.e2e_ms) / 1000 / any_value(s.wall_s) as little
  from requests r join stages s on s.campaign_id = r.campaign_id and s.profile = r.profile and s.stage = r.stage
  where r.campaign_id = $campaign and r.phase = 'measured' and r.e2e_ms is not null and s.wall_s > 0
  group by r.profile, r.stage
)
select c.* exclude (little), coalesce(m.little, c.little) as little,
  greatest((s.server_before->>'$.spec_steps')::double, (s.server_after->>'$.spec_steps')::double) as depth
from claims c left join measured m on m.profile = c.profile and m.stage = c.stage
left join stages s on s.campaign_id = $campaign and s.profile = c.profile and s.stage = c.stage
order by c.profile, c.stage`;

/**
 * Claims of foreign files that cannot be true by themselves (section 8.3, implausible): a peak rate below its mean, a TTFT
 * of 0 ms with tokens, an accepted length above depth + 1, a mean in flight off Little's law. Empty when all may be true.
 */
export async function reportedNonsense({query, campaignId, policy}: AuditContext): Promise<Seen[]> {
  const points = await query<Point>(SQL, {campaign: campaignId});
  return points.flatMap((p): Seen[] => {
    const at = {profile: p.profile, stage: p.stage, files: p.files};
    const seen: Seen[] = [];
    if (p.peak !== null && p.mean !== null && p.peak < p.mean * (1 - 1e-9))
      seen.push({
        ...at,
        detail: `The reported peak of ${num(p.peak, 2)} output tok/s lies below the reported mean of ${num(p.mean, 2)}.`,
        metrics: ["output_tok_s"]
      });
    if (p.zero_first === 0 && (p.tokens ?? 0) > 0)
      seen.push({
        ...at,
        detail: "The reported time to the first token is 0 ms although tokens came: no measurement.",
        metrics: ["ttft_ms", "ttfo_ms"]
      });
    if (p.zero_requests > 0)
      seen.push({
        ...at,
        detail: `The file gives a time to the first token of 0 ms for ${count(p.zero_requests, "request")} with output tokens: no measurement.`,
        metrics: ["ttft_ms", "ttfo_ms"]
      });
    if (p.accepted !== null && p.depth !== null && p.accepted > p.depth + 1 + 1e-9)
      seen.push({
        ...at,
        detail: `The reported accepted length of ${num(p.accepted, 2)} tokens a step exceeds the speculation depth of ${num(p.depth)} and one.`,
        metrics: ["accept_length"]
      });
    const off = p.in_flight !== null && p.little ? Math.abs(p.in_flight / p.little - 1) : 0;
    if (off > policy.audit.little_off_max * ABOVE)
      seen.push({
        ...at,
        detail: `The reported mean in flight is ${num(p.in_flight ?? 0, 2)}; the latencies over the wall clock give ${num(p.little ?? 0, 2)} (Little's law), ${pct(off)} apart.`,
        metrics: ["output_tok_s", "e2e_ms"]
      });
    return seen;
  });
}
