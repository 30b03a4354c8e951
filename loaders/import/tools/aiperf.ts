/** AIPerf's summary of a run (profile_export_aiperf.json): reported values with the unit each block names. */
import {z} from "zod";
import {mapped, stageDraft} from "../draft.js";
import type {ForeignFile, Format, Mapped, ReportedDraft} from "../draft.js";
import {claim, pathStep} from "../claim.js";
import {pointSettings} from "../pointSettings.js";
import {amount, asObject, flag, listOf, readShape, text} from "../shape.js";
import {statClaims} from "../statClaims.js";
import {instant} from "../units.js";
import {AIPERF_METRICS, aiperfConvert, RUN_METRICS} from "./aiperfMetrics.js";

const AiperfRun = z.looseObject({
  schema_version: text,
  aiperf_version: text,
  input_config: z.looseObject({endpoint: z.looseObject({model_names: listOf(z.string())}).nullish()}).nullish(),
  run_info: z.looseObject({cli_command: text, random_seed: amount}).nullish(),
  was_cancelled: flag,
  start_time: text,
  end_time: text,
  error_summary: listOf(z.looseObject({count: amount}))
});
type AiperfRun = z.infer<typeof AiperfRun>;

export const aiperf: Format = {
  name: "aiperf",
  kind: "AIPerf summary",
  recognises(first) {
    const doc = asObject(first);
    const blocks = [
      "request_latency",
      "time_to_first_token",
      "inter_token_latency",
      "request_throughput",
      "output_token_throughput"
    ];
    return ("aiperf_version" in doc || "input_config" in doc) && blocks.some((key) => "unit" in asObject(doc[key]));
  },
  map(file): Mapped {
    const {value: doc, problems} = readShape(AiperfRun, file.records[0]);
    if (!doc) return mapped({problems});
    const model = modelOf(doc);
    const blocks = metricClaims(asObject(file.records[0]));
    const failed = doc.error_summary?.reduce((n, e) => n + (e?.count ?? 0), 0);
    return mapped({
      stages: [
        stageDraft({
          model,
          kind: "capacity",
          slug: "aiperf",
          startedAt: instant(doc.start_time),
          endedAt: instant(doc.end_time),
          settings: pointSettings({percentile_method: "linear", random_seed: doc.run_info?.random_seed ?? null}),
          reported: [
            ...blocks.reported,
            ...claim("n_failed", "value", failed, "requests", "$.error_summary"),
            ...claim("wall_s", "value", seconds(doc), "s", "$.end_time")
          ],
          notes: [
            "The file holds a summary only: every value of this point is reported.",
            ...(doc.was_cancelled ? ["The run was cancelled."] : [])
          ]
        })
      ],
      profiles: [{model, settings: {}}],
      notMapped: [...blocks.notMapped, ...("telemetry_data" in asObject(doc) ? ["$.telemetry_data"] : [])],
      problems: [...problems, ...blocks.problems]
    });
  }
};

/**
 * The model of AIPerf's other files, which do not name it: that of the summaries imported beside them, where these agree.
 */
export function modelBeside(file: ForeignFile): string {
  const models = [...file.siblings.values()].flatMap((sibling) => {
    const {value} = aiperf.recognises(sibling) ? readShape(AiperfRun, sibling) : {value: null};
    return value ? [modelOf(value)] : [];
  });
  const [only, ...others] = new Set(models);
  return only !== undefined && others.length === 0 ? only : "aiperf";
}

function modelOf(doc: AiperfRun): string {
  const named = doc.input_config?.endpoint?.model_names?.find((n) => n !== null);
  const flagged = /(?:^|\s)(?:--model(?:-names?)?|-m)[ =](\S{1,200})/.exec(
    (doc.run_info?.cli_command ?? "").slice(0, 10_000)
  )?.[1];
  return named ?? flagged ?? "aiperf";
}

function seconds(doc: AiperfRun): number | null {
  const [from, to] = [instant(doc.start_time), instant(doc.end_time)];
  return from && to && to > from ? (Date.parse(to) - Date.parse(from)) / 1000 : null;
}

function metricClaims(doc: Record<string, unknown>): {
  reported: ReportedDraft[];
  notMapped: string[];
  problems: string[];
} {
  const reported: ReportedDraft[] = [];
  const notMapped: string[] = [];
  const problems: string[] = [];
  for (const [key, block] of Object.entries(doc)) {
    const unit = asObject(block)["unit"];
    if (typeof unit !== "string") continue;
    const path = `$${pathStep(key)}`;
    const known = AIPERF_METRICS.get(key);
    if (!known) {
      notMapped.push(path);
      continue;
    }
    const convert = aiperfConvert(unit, known.unit);
    if (!convert) {
      problems.push(
        `${path}.unit: "${unit.slice(0, 20)}" is not a unit of time that is known; its values were left out`
      );
      continue;
    }
    const run = RUN_METRICS.get(known.metric);
    const rows = statClaims(block, path, {metric: known.metric, unit: known.unit ?? unit, basis: known.basis, convert});
    reported.push(...(run ? rows.filter((r) => r.statistic === "mean").map((r) => ({...r, statistic: run})) : rows));
  }
  return {reported, notMapped, problems};
}
