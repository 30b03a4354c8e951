import {from, op} from "arquero";
import {countsAtConcurrency} from "../../metrics/countsAtConcurrency.js";
import {outputTokS} from "../../metrics/outputTokS.js";
import {percentile} from "../../metrics/percentile.js";
import {requestMetrics} from "../../metrics/requestMetrics.js";
import {steadyOutputTokS} from "../../metrics/steadyOutputTokS.js";
import type {RequestRecord} from "../../schema/request.js";
import type {Database} from "../database.js";
import {PUBLISHED_METRICS} from "../metricList.js";
import type {LoadedCampaign} from "../readCampaign.js";
import {recountedCounts} from "./recountedCounts.js";

type Stage = LoadedCampaign["stages"][number]["record"];

/** The published values of a campaign by id, from the request rows by the functions of `src/metrics`; null where nothing was measured. */
export async function recountedValues(db: Database, loaded: LoadedCampaign): Promise<Map<string, number | null>> {
  const rows = await db.query<RequestRecord>(
    // The texts are long, and no published value is of them.
    "select * replace (null as content, null as reasoning, null as tool_calls) from requests where campaign_id = $1 and phase = 'measured' order by profile, stage, index",
    [loaded.campaignId]
  );
  const values = recountedCounts(loaded);
  const samples = percentiles(rows);
  for (const {record: stage} of loaded.stages) {
    const measured =
      stage.kind === "capacity" || stage.kind === "endurance" || stage.settings.also.includes("endurance");
    if (!measured) continue;
    const key = `${stage.profile}/${stage.stage}`;
    const own = rows.filter((row) => row.profile === stage.profile && row.stage === stage.stage);
    const sample = samples.get(key);
    for (const {metric, stat} of PUBLISHED_METRICS)
      values.set(`${key}/${metric}_${stat}`, percentile(sample?.[metric] ?? [], stat === "p50" ? 50 : 95));
    for (const [name, value] of Object.entries(totals(stage, own))) values.set(`${key}/${name}`, value);
  }
  return values;
}

/** Samples of every metric by `<profile>/<stage>`, over ok requests that ran at their concurrency. */
function percentiles(rows: RequestRecord[]): Map<string, Record<string, number[]>> {
  const samples = new Map<string, Record<string, number[]>>();
  const names = [...new Set(PUBLISHED_METRICS.map((m) => m.metric))];
  const counted = rows.filter((row) => row.status === "ok" && countsAtConcurrency(row) !== false);
  if (counted.length === 0) return samples;
  const grouped = from(counted.map(measured))
    .groupby("profile", "stage")
    .rollup(Object.fromEntries(names.map((name) => [name, op.array_agg(name)])));
  for (const row of grouped.objects() as Record<string, unknown>[]) {
    const sample = names.map((name) => [
      name,
      (row[name] as unknown[]).filter((v): v is number => typeof v === "number")
    ]);
    samples.set(`${String(row.profile)}/${String(row.stage)}`, Object.fromEntries(sample) as Record<string, number[]>);
  }
  return samples;
}

/** A request with its metrics. */
const measured = (row: RequestRecord) => ({
  ...row,
  ...requestMetrics(row),
  cached_share:
    row.prompt_tokens !== null && row.prompt_tokens > 0 && row.cached_tokens !== null
      ? row.cached_tokens / row.prompt_tokens
      : null
});

function totals(stage: Stage, own: RequestRecord[]): Record<string, number | null> {
  const ok = own.filter((row) => row.status === "ok");
  const more = (stage.settings.concurrency ?? 1) > 1 ? {steady_output_tok_s_total: steadyOutputTokS(ok)} : {};
  return {output_tok_s_total: throughput(stage, own, ok), requests_ok_count: ok.length, ...more};
}

/** Tokens of the successful over the stage's wall clock: its own, else first sent to last end of all measured. */
function throughput(stage: Stage, own: RequestRecord[], ok: RequestRecord[]): number | null {
  if (ok.length === 0) return null;
  if (stage.wall_s === null)
    return outputTokS(own.map((row) => (row.status === "ok" ? row : {...row, output_tokens: 0})));
  let tokens = 0;
  for (const row of ok) {
    if (row.output_tokens === null) return null;
    tokens += row.output_tokens;
  }
  return stage.wall_s > 0 ? tokens / stage.wall_s : null;
}
