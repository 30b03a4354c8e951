import type {Finding, PublishedValue} from "../schema/decision.js";
import type {z} from "zod";
import type {Database} from "./database.js";
import type {HashedFile} from "./fileHashes.js";
import {PUBLISHED_METRICS, type PublishedMetric} from "./metricList.js";
import {touching} from "./publishedFindings.js";
import type {StageSamples} from "./stageSample.js";
import {stageSamples} from "./stageSamples.js";
import {whereSql} from "./sqlText.js";

export type Value = z.infer<typeof PublishedValue>;

interface Summary extends Record<string, unknown> {
  profile: string;
  stage: string;
  concurrency: number | null;
  n_measured: number;
  n_ok: number;
  n_counted: number;
  output_tok_s: number | null;
  steady_output_tok_s: number | null;
  files: string[];
  source_file: string | null;
}

interface Context {
  campaignId: string;
  findings: readonly Finding[];
  hashes: (paths: string[]) => Promise<HashedFile[]>;
}

/** Every headline value of the measured stages of a campaign (capacity and endurance), read from `stage_summary`. */
export async function publishStages(db: Database, context: Context): Promise<Value[]> {
  const summaries = await db.query<Summary>(
    `select s.*, t.source_file from stage_summary as s join stages as t using (campaign_id, profile, stage)
     where s.campaign_id = $1 and (s.kind in ('capacity', 'endurance') or list_contains(t.also, 'endurance'))
     order by s.profile, s.stage`,
    [context.campaignId]
  );
  const samples = await stageSamples(db, context.campaignId);
  const values: Value[] = [];
  for (const summary of summaries) {
    const own = samples.get(`${summary.profile}/${summary.stage}`) ?? NO_SAMPLES;
    const paths = [...summary.files, ...(summary.source_file === null ? [] : [summary.source_file])];
    const files = await context.hashes(paths);
    for (const metric of PUBLISHED_METRICS) values.push(await percentileValue(context, summary, own, metric, files));
    values.push(...totals(context, summary, own, files));
  }
  return values;
}

async function percentileValue(
  {campaignId, findings}: Context,
  summary: Summary,
  samples: StageSamples,
  published: PublishedMetric,
  files: HashedFile[]
): Promise<Value> {
  const {metric, stat, unit, absent} = published;
  const {profile, stage} = summary;
  const name = `${metric}_${stat}`;
  const value = number(summary[name]);
  const sample = samples.of(published);
  const touched = touching(findings, {profile, stage, metric, requestIds: samples.ids});
  const doubted = touched.filter((finding) => finding.severity === "invalidates" || DOUBTING.has(finding.rule));
  const suspects = new Set(doubted.flatMap((finding) => finding.request_ids));
  return {
    id: `${profile}/${stage}/${name}`,
    name,
    value,
    unit,
    n: sample.n,
    lo: value === null ? null : sample.lo,
    hi: value === null ? null : sample.hi,
    coverage: value === null ? null : sample.coverage,
    basis: sample.basis,
    reason: value === null ? whyNull(summary, absent) : null,
    findings: [...new Set(touched.map((finding) => finding.rule))].sort(),
    without_suspects: suspects.size === 0 ? null : await sample.without(suspects),
    lineage: {
      view: "stage_summary",
      sql: `select ${name} from stage_summary where ${whereSql({campaign_id: campaignId, profile, stage})}`,
      request_ids: sample.requestIds,
      ...(sample.requestsSql === undefined ? {} : {requests_sql: sample.requestsSql}),
      files
    }
  };
}

/** Rules that doubt rows even where they only weaken a claim: the second figure leaves these rows out. */
const DOUBTING = new Set(["degenerate-output", "warmup-leak"]);

function totals(context: Context, summary: Summary, samples: StageSamples, files: HashedFile[]): Value[] {
  const {profile, stage} = summary;
  const total = (name: string, metric: string, column: string, fields: Partial<Value>): Value => ({
    id: `${profile}/${stage}/${name}`,
    name,
    value: number(summary[column]),
    unit: null,
    n: summary.n_ok,
    lo: null,
    hi: null,
    coverage: null,
    basis: null,
    reason: null,
    findings: [
      ...new Set(
        touching(context.findings, {profile, stage, metric, requestIds: samples.ids}).map((finding) => finding.rule)
      )
    ].sort(),
    without_suspects: null,
    ...fields,
    lineage: {
      view: "stage_summary",
      sql: `select ${column} from stage_summary where ${whereSql({campaign_id: context.campaignId, profile, stage})}`,
      request_ids: samples.ids,
      ...(samples.idsSql === undefined ? {} : {requests_sql: samples.idsSql}),
      files
    }
  });
  const rate = (name: string, column: "output_tok_s" | "steady_output_tok_s", absent: string) =>
    total(name, column, column, {
      unit: "tok/s",
      basis: "wall-clock",
      reason: summary[column] === null ? whyNull(summary, absent) : null
    });
  return [
    rate("output_tok_s_total", "output_tok_s", "output tokens or the stage's wall clock were not measured"),
    ...((summary.concurrency ?? 1) > 1
      ? [
          rate(
            "steady_output_tok_s_total",
            "steady_output_tok_s",
            "there was no window in which all requests generated, or its clock is not in the evidence"
          )
        ]
      : []),
    total("requests_ok_count", "status", "n_ok", {unit: "requests", n: summary.n_measured})
  ];
}

function whyNull(summary: Summary, absent: string): string {
  if (summary.n_measured === 0) return "no measured request is in the evidence";
  if (summary.n_ok === 0) return `none of ${summary.n_measured} measured requests succeeded`;
  if (summary.n_counted === 0) return `no request ran at the concurrency of ${summary.concurrency ?? "the stage"}`;
  return absent;
}

/** A stage without any measured request. */
const NO_SAMPLES: StageSamples = {
  ids: [],
  of: () => ({
    n: 0,
    lo: null,
    hi: null,
    coverage: null,
    basis: null,
    requestIds: [],
    without: () => Promise.resolve(null)
  })
};

const number = (value: unknown): number | null => (typeof value === "number" ? value : null);
