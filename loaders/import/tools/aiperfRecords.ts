/** AIPerf's records of single requests (profile_export.jsonl): request rows. */
import {z} from "zod";
import {percentile} from "../../../src/metrics/percentile.js";
import {mapped, stageDraft} from "../draft.js";
import type {Format, Mapped, RequestDraft} from "../draft.js";
import {placed} from "../endToEndRequest.js";
import {foreignRequest} from "../foreignRequest.js";
import {pointSettings} from "../pointSettings.js";
import {asObject, amount, flag, num, readShape, text} from "../shape.js";
import {count, fromEpochMs, measure, nsToMs, nsToSeconds} from "../units.js";
import {zeroFirstTokens} from "../zeroFirstTokens.js";
import {modelBeside} from "./aiperf.js";
import {AIPERF_METRICS, aiperfConvert} from "./aiperfMetrics.js";

const Value = z.looseObject({
  value: z.union([z.custom<number>((v) => typeof v === "number"), z.array(z.number().nullable())]).nullish(),
  unit: text
});
const AiperfRecord = z.looseObject({
  metadata: z
    .looseObject({
      request_start_ns: amount,
      request_end_ns: amount,
      benchmark_phase: text,
      credit_phase: text,
      was_cancelled: flag
    })
    .nullish(),
  metrics: z.record(z.string(), Value.nullable()).nullish(),
  spec_decode_acceptance: z.looseObject({mean_acceptance_length: num}).nullish(),
  error: z.unknown().optional()
});
type AiperfRecord = z.infer<typeof AiperfRecord>;

export const aiperfRecords: Format = {
  name: "aiperf-records",
  kind: "AIPerf records",
  recognises(first) {
    const meta = asObject(asObject(first)["metadata"]);
    return "metrics" in asObject(first) && "request_start_ns" in meta;
  },
  map(file): Mapped {
    const read = file.records.map((r) => readShape(AiperfRecord, r));
    const lines = placed(read.map((r) => r.value));
    const records = lines.map(({item}) => item);
    const starts = records.flatMap((r) => (r.metadata?.request_start_ns == null ? [] : [r.metadata.request_start_ns]));
    const ends = records.flatMap((r) => (r.metadata?.request_end_ns == null ? [] : [r.metadata.request_end_ns]));
    const first = starts.reduce((a, b) => Math.min(a, b), Infinity);
    const last = ends.reduce((a, b) => Math.max(a, b), -Infinity);
    const measured = records.filter((r) => phase(r) === "measured").length;
    const model = modelBeside(file);
    const requests = records.map((r) => request(r, first));
    return mapped({
      stages: [
        stageDraft({
          model,
          kind: "capacity",
          slug: "aiperf-records",
          startedAt: fromEpochMs(first / 1e6),
          endedAt: fromEpochMs(last / 1e6),
          wallS: nsToSeconds(last - first),
          settings: pointSettings({n_planned: measured, percentile_method: "linear"}),
          requests,
          reported: zeroFirstTokens(
            requests,
            (i) => onlyNumber(records[i]?.metrics?.["time_to_first_token"]?.value),
            (i) => `$[${lines[i]?.at}].metrics.time_to_first_token.value`
          )
        })
      ],
      profiles: [{model, settings: {}}],
      problems: read.flatMap((r, i) => r.problems.map((p) => `line ${i + 1}: ${p}`)).slice(0, 40)
    });
  }
};

const onlyNumber = (value: unknown): number | null => (typeof value === "number" ? value : null);

const phase = (r: AiperfRecord): "warmup" | "measured" =>
  /warm/i.test(r.metadata?.benchmark_phase ?? r.metadata?.credit_phase ?? "") ? "warmup" : "measured";

function request(r: AiperfRecord, firstNs: number): RequestDraft {
  const value = (name: string): number | null => {
    const found = r.metrics?.[name];
    const known = AIPERF_METRICS.get(name);
    if (typeof found?.value !== "number") return null;
    const convert = known ? aiperfConvert(found.unit, known.unit) : (x: number) => x;
    return convert ? convert(found.value) : null;
  };
  const failed = r.error != null;
  const ttft = value("time_to_first_token") || null;
  const e2e = value("request_latency");
  const usage = value("usage_completion_tokens");
  const gaps = r.metrics?.["inter_chunk_latency"];
  const list = Array.isArray(gaps?.value) ? gaps.value.filter((g): g is number => g !== null && g >= 0) : [];
  const toMs = aiperfConvert(gaps?.unit, "ms");
  const start = r.metadata?.request_start_ns;
  const draft = foreignRequest(
    {
      failed,
      error: failed ? JSON.stringify(r.error).slice(0, 2000) : null,
      ttftMs: ttft,
      e2eMs: e2e,
      // Its latency ends at the last content, so this is first to last output.
      generationMs: e2e !== null && ttft !== null ? measure(e2e - ttft) : null,
      decodeBasis: "e2e-minus-ttft",
      promptTokens: count(value("usage_prompt_tokens") ?? value("input_sequence_length")),
      outputTokens: count(usage ?? value("output_sequence_length")),
      outputBasis: usage === null ? "client-tokenizer" : "usage"
    },
    {
      phase: phase(r),
      sent_at: typeof start === "number" ? fromEpochMs(start / 1e6) : null,
      sent_ms: typeof start === "number" ? nsToMs(start - firstNs) : null,
      chunk_gap_ms_p50: toMs && list.length > 0 ? toMs(percentile(list, 50) ?? 0) : null,
      max_stall_ms: toMs && list.length > 0 ? toMs(list.reduce((a, b) => Math.max(a, b))) : null,
      accept_length: measure(r.spec_decode_acceptance?.mean_acceptance_length)
    }
  );
  return r.metadata?.was_cancelled === true ? {...draft, status: "aborted"} : draft;
}
