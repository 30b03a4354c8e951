/** sglang bench_serving: JSON Lines, one line a run. An ITL of its chat backends is a chunk gap; of its native one, per token. */
import {z} from "zod";
import type {Basis} from "../../../src/schema/basis.js";
import {mapped, stageDraft} from "../draft.js";
import type {Format, Mapped, StageDraft} from "../draft.js";
import {claim} from "../claim.js";
import {runRecords, runsLeft} from "./runRecords.js";
import {pointSettings} from "../pointSettings.js";
import {amount, asObject, listOf, num, readShape, text} from "../shape.js";
import {zeroFirstTokens} from "../zeroFirstTokens.js";
import {count, measure} from "../units.js";
import {benchShape, listedRequests, rateWord, summaryClaims, totalClaims} from "./benchServe.js";

const SglangRun = z.looseObject({
  ...benchShape,
  tag: text,
  dataset_name: text,
  random_input_len: amount,
  random_output_len: amount,
  input_throughput: num,
  total_throughput: num,
  concurrency: num,
  accept_length: num,
  cache_report: z.looseObject({cache_hit_rate_pct: num}).nullish(),
  server_info: z
    .looseObject({
      version: text,
      model_path: text,
      served_model_name: text,
      internal_states: listOf(z.looseObject({avg_spec_accept_length: num, speculative_num_steps: num}))
    })
    .nullish()
});
type SglangRun = z.infer<typeof SglangRun>;

export const sglangBenchServing: Format = {
  name: "sglang-bench-serving",
  kind: "sglang bench_serving",
  appendsRuns: true,
  recognises(first) {
    const doc = asObject(first);
    const own = [
      "random_input_len",
      "random_range_ratio",
      "total_output_tokens_retokenized",
      "sharegpt_output_len",
      "accept_length"
    ];
    return "completed" in doc && "backend" in doc && !("model_id" in doc) && own.some((key) => key in doc);
  },
  map(file): Mapped {
    const runs = runRecords(file).map((record, line) => ({line, ...readShape(SglangRun, record)}));
    const at = (line: number) => (file.records.length > 1 ? `line ${line + 1}: ` : "");
    return mapped({
      stages: runs.flatMap((r) => (r.value ? [stage(r.value)] : [])),
      profiles: runs.flatMap((r) => (r.value ? [{model: modelOf(r.value), engine: "sglang", settings: {}}] : [])),
      notMapped: file.records.some((r) => "itls" in asObject(r))
        ? ["$.itls (kept as median and largest gap of each request)"]
        : [],
      problems: [...runsLeft(file), ...runs.flatMap((r) => r.problems.map((p) => `${at(r.line)}${p}`))]
    });
  }
};

const modelOf = (doc: SglangRun): string =>
  doc.server_info?.served_model_name ?? doc.server_info?.model_path ?? "sglang-bench-serving";

/** Older versions count the native backend's gaps per token; every OpenAI-style backend gives one ITL per chunk. */
const nativeItl = (doc: SglangRun): boolean => doc.backend === "sglang" || doc.backend === "sglang-native";

function stage(doc: SglangRun): StageDraft {
  const chunk = !nativeItl(doc);
  const outputBasis = outputTokensBasis(doc);
  const concurrency = count(doc.max_concurrency) || null;
  const random = /^random/.test(doc.dataset_name ?? "");
  const state = doc.server_info?.internal_states?.[0];
  const accept = measure(state?.avg_spec_accept_length);
  const n = doc.errors?.length ?? doc.ttfts?.length ?? null;
  const requests = listedRequests(doc, outputBasis, chunk);
  return stageDraft({
    model: modelOf(doc),
    kind: "capacity",
    slug: `bench-serving-c${concurrency ?? "x"}`,
    wallS: measure(doc.duration),
    settings: pointSettings({
      nominal_prompt_tokens: random ? count(doc.random_input_len) : null,
      concurrency,
      max_tokens: random ? count(doc.random_output_len) : null,
      n_planned: n,
      backend: doc.backend ?? null,
      dataset: doc.dataset_name ?? null,
      request_rate: rateWord(doc.request_rate),
      tag: doc.tag ?? null,
      percentile_method: "linear"
    }),
    requests,
    serverAfter: doc.server_info
      ? {
          version: doc.server_info.version ?? null,
          accept_length_since_boot: accept,
          spec_steps: measure(state?.speculative_num_steps)
        }
      : null,
    reported: [
      ...zeroFirstTokens(
        requests,
        (i) => doc.ttfts?.[i],
        (i) => `$.ttfts[${i}]`
      ),
      ...summaryClaims(doc, {
        ttft: {metric: "ttft_ms", basis: null},
        tpot: {metric: "tpot_ms", basis: "first-token-excluded"},
        itl: chunk ? {metric: "chunk_gap_ms", basis: "chunk"} : {metric: "itl_ms", basis: "token"},
        e2e_latency: {metric: "e2e_ms", basis: null}
      }),
      ...totalClaims(doc, outputBasis === "requested" ? "requested" : null),
      ...claim("input_tok_s", "total", doc.input_throughput, "tok/s", "$.input_throughput"),
      ...claim("total_tok_s", "total", doc.total_throughput, "tok/s", "$.total_throughput"),
      ...claim("in_flight_mean", "mean", doc.concurrency, "requests", "$.concurrency"),
      ...claim("accept_length", "value", doc.accept_length, "tokens", "$.accept_length", "since-boot"),
      ...claim(
        "cache_hit_share",
        "total",
        share(doc.cache_report?.cache_hit_rate_pct),
        "share",
        "$.cache_report.cache_hit_rate_pct"
      )
    ],
    notes:
      outputBasis === "requested"
        ? ["Every output length equals the requested one: this tool writes the request where no usage arrives."]
        : []
  });
}

const share = (percent: number | null | undefined): number | null =>
  typeof percent === "number" ? percent / 100 : null;

function outputTokensBasis(doc: SglangRun): Basis {
  const asked = doc.random_output_len;
  if (typeof asked !== "number" || asked <= 0 || nativeItl(doc)) return "usage";
  const lens = (doc.output_lens ?? []).filter((n): n is number => n !== null && n > 0);
  // Without the lengths of single requests the total tells the same: so many answers of exactly the length asked for.
  const whole = doc.completed != null && doc.completed > 0 && doc.total_output_tokens === doc.completed * asked;
  return (lens.length > 0 ? lens.every((n) => n === asked) : whole) ? "requested" : "usage";
}
