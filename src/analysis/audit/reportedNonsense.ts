import type {AuditContext, Seen} from "./rule.js";
import {num, pct} from "./say.js";

interface Point {
  profile: string | null;
  stage: string | null;
  peak: number | null;
  mean: number | null;
  in_flight: number | null;
  little: number | null;
  zero_first: number | null;
  tokens: number | null;
  files: string[];
}

/** Claims of a point beside what they must agree with: peak and mean rate; mean in flight and Little's law (sum of latencies over the wall clock); first token and tokens. */
const SQL = `with claims as (
  select profile, stage, list(distinct file) as files,
    max(value) filter (where metric in ('max_output_tokens_per_s', 'peak_output_tok_s') or (metric = 'output_tok_s' and statistic in ('max', 'peak'))) as peak,
    max(value) filter (where metric = 'output_tok_s' and statistic in ('total', 'mean', 'value')) as mean,
    max(value) filter (where metric in ('concurrency', 'in_flight', 'concurrency_mean') and statistic = 'mean') as in_flight,
    min(value) filter (where metric in ('ttft_ms', 'ttfo_ms') and statistic in ('p50', 'mean')) as zero_first,
    max(value) filter (where metric = 'output_tokens' and statistic in ('total', 'mean')) as tokens
  from reported where campaign_id = $campaign and stage is not null group by profile, stage
), measured as (
  select r.profile, r.stage, sum(r.e2e_ms) / 1000 / any_value(s.wall_s) as little
  from requests r join stages s on s.campaign_id = r.campaign_id and s.profile = r.profile and s.stage = r.stage
  where r.campaign_id = $campaign and r.phase = 'measured' and r.e2e_ms is not null and s.wall_s > 0
  group by r.profile, r.stage
)
select c.*, m.little from claims c left join measured m on m.profile = c.profile and m.stage = c.stage
order by profile, stage`;

/** Claims of foreign files that cannot be true by themselves (section 8.3, implausible): a peak rate below its mean, a TTFT of 0 ms with tokens, a mean in flight off Little's law. Empty when all may be true. */
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
    const off = p.in_flight !== null && p.little ? Math.abs(p.in_flight / p.little - 1) : 0;
    if (off > policy.audit.little_off_max)
      seen.push({
        ...at,
        detail: `The reported mean in flight is ${num(p.in_flight ?? 0, 2)}; the latencies over the wall clock give ${num(p.little ?? 0, 2)} (Little's law), ${pct(off)} apart.`,
        metrics: ["output_tok_s", "e2e_ms"]
      });
    return seen;
  });
}
