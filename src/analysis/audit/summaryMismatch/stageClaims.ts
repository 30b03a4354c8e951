import {percentile} from "../../../metrics/percentile.js";
import {linearPercentile} from "../linearPercentile.js";
import type {AuditContext} from "../rule.js";
import {agrees, type Mismatch} from "./mismatch.js";

/** Request metrics whose summaries can be recomputed from the rows. */
const METRICS = [
  "decode_tok_s",
  "tpot_ms",
  "effective_prefill_tok_s",
  "ttfo_ms",
  "ttft_ms",
  "e2e_ms",
  "generation_ms",
  "prompt_tokens",
  "output_tokens"
];
/** Claims about a stage's requests that are no statistic of one metric. */
const COUNTS = [
  "output_tok_s",
  "n_ok",
  "n_failed",
  "content_chunks",
  "output_token_sources.usage",
  "attempts_passed",
  "attempts_failed"
];
const PERCENTILE = /^p(\d{2})$/;

interface Claim {
  profile: string;
  stage: string;
  metric: string;
  statistic: string;
  value: number;
  basis: string | null;
  file: string;
  json_path: string;
}

interface Rows {
  profile: string;
  stage: string;
  source_file: string | null;
  /** How the tool interpolates, where its format says so. */
  percentile_method: string | null;
  wall_s: number | null;
  n: number;
  failed: number;
  chunks: number | null;
  reasoning_chunks: number | null;
  from_usage: number;
  attempts: number;
  attempts_passed: number;
  indexes: number[];
  [metric: string]: unknown;
}

const CLAIMS = `select profile, stage, metric, statistic, value, basis, file, json_path from reported
where campaign_id = $campaign and stage is not null and value is not null
  and metric in (${[...METRICS, ...COUNTS].map((m) => `'${m}'`).join(", ")})
order by profile, stage, json_path`;

const ROWS = `select m.profile, m.stage, any_value(s.source_file) as source_file,
  any_value(json_extract_string(s.settings, '$.percentile_method')) as percentile_method, any_value(s.wall_s) as wall_s,
  count(*) filter (where m.status = 'ok') as n, count(*) filter (where m.status <> 'ok') as failed,
  sum(m.output_deltas) filter (where m.status = 'ok') as chunks,
  (select max(r.value) from reported r where r.campaign_id = $campaign and r.profile = m.profile and r.stage = m.stage
    and r.metric = 'reasoning_chunks' and r.statistic = 'total') as reasoning_chunks,
  count(*) filter (where m.status = 'ok' and m.output_tokens_basis = 'usage') as from_usage,
  (select count(*) from attempts a where a.campaign_id = $campaign and a.profile = m.profile and a.stage = m.stage) as attempts,
  (select count(*) from attempts a where a.campaign_id = $campaign and a.profile = m.profile and a.stage = m.stage
    and a.verdict = 'pass') as attempts_passed,
  list(m."index" order by m."index") filter (where m.status = 'ok') as indexes,
  ${METRICS.map((c) => `coalesce(list(m.${c}::double order by m."index") filter (where m.status = 'ok' and m.${c} is not null), []) as ${c}`).join(", ")}
from request_metrics m join stages s on s.campaign_id = m.campaign_id and s.profile = m.profile and s.stage = m.stage
where m.campaign_id = $campaign and m.phase = 'measured'
  and (m.profile, m.stage) in (select (profile, stage) from reported where campaign_id = $campaign and stage is not null)
group by m.profile, m.stage`;

/**
 * Statistics and counts that a file claims of its own requests, and that these requests do not give. Percentiles follow
 * the tool that wrote the file: nearest rank for anvil's files, linear interpolation for the others. A claim of another
 * basis than the rows have (a TPOT that includes the first token) is another quantity, and is not judged.
 */
export async function stageMismatches(context: AuditContext): Promise<Mismatch[]> {
  const claims = await context.query<Claim>(CLAIMS, {campaign: context.campaignId});
  if (claims.length === 0) return [];
  const rows = await context.query<Rows>(ROWS, {campaign: context.campaignId});
  const places = new Map(rows.map((r) => [`${r.profile}/${r.stage}`, r]));
  return claims.flatMap((claim): Mismatch[] => {
    const own = places.get(`${claim.profile}/${claim.stage}`);
    if (!own || claim.basis === "first-token-included") return [];
    const said = String(claim.value);
    const values = claim.statistic === "request" ? (own[claim.metric] as number[]) : [recomputed(claim, own, context)];
    // A request's place in the file need not be its index: any request of the stage may hold the figure.
    if (values.some((v) => v === null || agrees(said, v))) return [];
    const gives = claim.statistic === "request" ? atPath(claim, own, values as number[]) : (values[0] ?? null);
    if (gives === null) return [];
    const {profile, stage, metric, statistic, file, json_path} = claim;
    return [{profile, stage, metric, name: `${metric} ${statistic}`, file, json_path, said, recomputed: gives}];
  });
}

/** The value of the request that a path such as `$.request_timings[2].decode_tok_s` names by its place; else the nearest one. */
function atPath(claim: Claim, own: Rows, values: number[]): number | null {
  const place = Number(/\[(\d+)\]/.exec(claim.json_path)?.[1] ?? NaN);
  const at = own.indexes.indexOf(place);
  if (values.length === own.indexes.length && at >= 0) return values[at] ?? null;
  const gap = (v: number) => Math.abs(v - claim.value);
  return values.length === 0 ? null : values.reduce((best, v) => (gap(v) < gap(best) ? v : best));
}

/** The statistic over the rows; null when it is none that rows can give. */
function recomputed(claim: Claim, own: Rows, context: AuditContext): number | null {
  const counted = countOf(claim, own);
  if (counted !== undefined) return counted;
  const values = own[claim.metric] as number[];
  const sum = values.reduce((t, v) => t + v, 0);
  if (values.length === 0) return null;
  const p = PERCENTILE.exec(claim.statistic);
  if (p) return percentileOf(values, Number(p[1]), own, context);
  if (claim.statistic === "mean") return sum / values.length;
  if (claim.statistic === "min") return values.reduce((a, b) => Math.min(a, b));
  if (claim.statistic === "max") return values.reduce((a, b) => Math.max(a, b));
  if (claim.statistic === "total") return sum;
  return claim.statistic === "count" ? values.length : null;
}

/** By the tool's own method; null for one that samples do not give back (a histogram, a fitted density). */
function percentileOf(values: number[], p: number, own: Rows, context: AuditContext): number | null {
  const format = context.campaign.imported?.files.find((f) => f.kept_as === own.source_file)?.format ?? "";
  if (format.startsWith("anvil")) return percentile(values, p);
  return (own.percentile_method ?? "linear") === "linear" ? linearPercentile(values, p) : null;
}

/** Claims that count requests, graded attempts or chunks; undefined for the statistic of a metric. */
function countOf({metric, statistic}: Claim, own: Rows): number | null | undefined {
  if (metric === "n_ok") return statistic === "value" ? own.n : null;
  if (metric === "n_failed") return statistic === "value" ? own.failed : null;
  if (metric === "output_token_sources.usage") return own.from_usage;
  if (metric === "attempts_passed") return own.attempts > 0 ? own.attempts_passed : null;
  if (metric === "attempts_failed") return own.attempts > 0 ? own.attempts - own.attempts_passed : null;
  // A row holds the deltas of both channels; the file counts them apart.
  if (metric === "content_chunks") return own.chunks === null ? null : own.chunks - (own.reasoning_chunks ?? 0);
  if (metric !== "output_tok_s") return undefined;
  // A rate that a tool takes as a density over time is not tokens over the wall clock.
  if (own.percentile_method === "own-pdf") return null;
  const tokens = own["output_tokens"] as number[];
  const wall = tokens.length === own.n ? own.wall_s : null;
  return statistic === "total" && wall ? tokens.reduce((t, v) => t + v, 0) / wall : null;
}
