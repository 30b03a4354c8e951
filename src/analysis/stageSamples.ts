import {percentile} from "../metrics/percentile.js";
import {basisWords} from "./basisWords.js";
import type {Database} from "./database.js";
import {PUBLISHED_METRICS, type PublishedMetric} from "./metricList.js";
import {largeStages} from "./largeStages.js";
import type {Sample, StageSamples} from "./stageSample.js";
import {medianInterval, percentileBound} from "./statistics/index.js";

interface Row extends Record<string, unknown> {
  request_id: string;
  counted: boolean;
}

/** Above so many measured requests a stage's values carry no list of requests, but the statement that lists them: a decision of a million rows would hold little else. */
export const LISTED_REQUESTS = 5000;

/** Samples of a campaign's stages by `<profile>/<stage>`, in the order they were sent. */
export async function stageSamples(db: Database, campaignId: string): Promise<Map<string, StageSamples>> {
  const bases = PUBLISHED_METRICS.flatMap((m) => (m.basisColumn === null ? [] : [m.basisColumn]));
  const columns = new Set([...PUBLISHED_METRICS.map((m) => m.metric), ...bases]);
  const counts = await db.query<{profile: string; stage: string; n: number}>(
    `select profile, stage, count(*) as n from requests where campaign_id = $1 and phase = 'measured' group by all`,
    [campaignId]
  );
  const large = counts.filter(({n}) => n > LISTED_REQUESTS).map(({profile, stage}) => `${profile}/${stage}`);
  const samples = await largeStages(db, campaignId, large);
  if (large.length === counts.length) return samples;
  const rows = await db.query<Row & {key: string}>(
    `select profile || '/' || stage as key, request_id, counted, ${[...columns].join(", ")}
     from request_metrics
     where campaign_id = $campaign and phase = 'measured'
       and not list_contains(string_split($large, chr(10)), profile || '/' || stage)
     order by profile, stage, index`,
    {campaign: campaignId, large: [...samples.keys()].join("\n")}
  );
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.key);
    if (group) group.push(row);
    else groups.set(row.key, [row]);
  }
  for (const [key, own] of groups)
    samples.set(key, {ids: own.map((row) => row.request_id), of: (metric) => sampleOf(own, metric)});
  return samples;
}

function sampleOf(all: Row[], {metric, stat, basisColumn}: PublishedMetric): Sample {
  const sampled = all.filter((row) => row.counted && typeof row[metric] === "number");
  const of = (list: Row[]) => list.map((row) => row[metric] as number);
  const bound = stat === "p50" ? medianInterval(of(sampled)) : percentileBound(of(sampled), 95);
  return {
    n: sampled.length,
    lo: bound?.lo ?? null,
    hi: bound?.hi ?? null,
    coverage: bound?.coverage ?? null,
    basis: basisColumn === null ? null : basisWords(sampled.map((row) => row[basisColumn])),
    requestIds: sampled.map((row) => row.request_id),
    without(suspects) {
      const rest = sampled.filter((row) => !suspects.has(row.request_id));
      const none = rest.length === 0 || rest.length === sampled.length;
      return Promise.resolve(none ? null : {value: percentile(of(rest), stat === "p50" ? 50 : 95), n: rest.length});
    }
  };
}
