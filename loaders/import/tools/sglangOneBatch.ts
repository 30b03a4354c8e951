/** sglang bench_one_batch_server: JSON Lines of batch results, without requests: reported values only. */
import {z} from "zod";
import {mapped, stageDraft} from "../draft.js";
import type {Format, Mapped, StageDraft} from "../draft.js";
import {claim} from "../claim.js";
import {runRecords, runsLeft} from "./runRecords.js";
import {pointSettings} from "../pointSettings.js";
import {amount, asObject, num, readShape, text} from "../shape.js";
import {count, measure, secondsToMs} from "../units.js";

const BatchRun = z.looseObject({
  run_name: text,
  batch_size: amount,
  input_len: amount,
  output_len: amount,
  latency: amount,
  input_throughput: num,
  output_throughput: num,
  overall_throughput: num,
  last_ttft: amount,
  last_gen_throughput: num,
  acc_length: num,
  total_output_tokens: amount,
  num_early_stopped: amount,
  steady_state_output_throughput: num,
  cache_hit_rate: num
});
type BatchRun = z.infer<typeof BatchRun>;

export const sglangOneBatch: Format = {
  name: "sglang-one-batch-server",
  kind: "sglang one-batch-server",
  appendsRuns: true,
  recognises(first) {
    const doc = asObject(first);
    return ["batch_size", "input_len", "output_len", "latency", "input_throughput"].every((key) => key in doc);
  },
  map(file): Mapped {
    const runs = runRecords(file).map((record) => readShape(BatchRun, record));
    const model = "sglang-one-batch-server";
    return mapped({
      stages: runs.flatMap((r) => (r.value ? [stage(r.value, model)] : [])),
      profiles: [{model, engine: "sglang", settings: {}}],
      problems: [...runsLeft(file), ...runs.flatMap((r) => r.problems)]
    });
  }
};

function stage(doc: BatchRun, model: string): StageDraft {
  const input = count(doc.input_len);
  return stageDraft({
    model,
    kind: "capacity",
    slug: `one-batch-${input ?? "any"}-b${count(doc.batch_size) ?? "x"}`,
    settings: pointSettings({
      nominal_prompt_tokens: input,
      concurrency: count(doc.batch_size) || null,
      max_tokens: count(doc.output_len),
      run_name: doc.run_name ?? null,
      percentile_method: null
    }),
    reported: [
      ...claim("wall_s", "value", doc.latency, "s", "$.latency"),
      ...claim("input_tok_s", "total", doc.input_throughput, "tok/s", "$.input_throughput"),
      ...claim("output_tok_s", "total", doc.output_throughput, "tok/s", "$.output_throughput"),
      ...claim("total_tok_s", "total", doc.overall_throughput, "tok/s", "$.overall_throughput"),
      ...claim(
        "output_tok_s",
        "steady",
        doc.steady_state_output_throughput,
        "tok/s",
        "$.steady_state_output_throughput"
      ),
      ...claim("ttft_ms", "last", doc.last_ttft === 0 ? null : secondsToMs(doc.last_ttft), "ms", "$.last_ttft"),
      ...claim("accept_length", "value", positive(doc.acc_length), "tokens", "$.acc_length", "since-boot"),
      ...claim("output_tokens", "total", doc.total_output_tokens, "tokens", "$.total_output_tokens"),
      ...claim("early_stopped", "count", doc.num_early_stopped, "requests", "$.num_early_stopped"),
      ...claim("cache_hit_share", "total", measure(doc.cache_hit_rate), "share", "$.cache_hit_rate", "run")
    ],
    notes: ["The file holds a summary only: every value of this point is reported."]
  });
}

/** Without speculation this tool writes a negative length: nothing was measured. */
const positive = (value: number | null | undefined): number | null =>
  typeof value === "number" && value > 0 ? value : null;
