/** vllm bench serve: one JSON object a run. ITL is one sample per chunk; speculation figures are differences over the run. */
import {z} from "zod";
import {mapped, stageDraft} from "../draft.js";
import type {Format, Mapped} from "../draft.js";
import {claim} from "../claim.js";
import {runRecords, runsLeft} from "./runRecords.js";
import {pointSettings} from "../pointSettings.js";
import {amount, asObject, listOf, num, readShape, text} from "../shape.js";
import {zeroFirstTokens} from "../zeroFirstTokens.js";
import {count, instant, measure, secondsToMs} from "../units.js";
import {benchShape, listedRequests, rateWord, summaryClaims, totalClaims} from "./benchServe.js";

const VllmRun = z.looseObject({
  ...benchShape,
  date: text,
  endpoint_type: text,
  label: text,
  model_id: text,
  num_prompts: amount,
  failed: amount,
  total_token_throughput: num,
  request_goodput: num,
  start_times: listOf(z.number()),
  spec_decode_acceptance_rate: num,
  spec_decode_acceptance_length: num
});
type VllmRun = z.infer<typeof VllmRun>;

export const vllmBenchServe: Format = {
  name: "vllm-bench-serve",
  kind: "vllm bench serve",
  appendsRuns: true,
  recognises(first) {
    const doc = asObject(first);
    return (
      "completed" in doc &&
      "duration" in doc &&
      ("model_id" in doc || "tokenizer_id" in doc) &&
      "request_throughput" in doc
    );
  },
  map(file): Mapped {
    const runs = runRecords(file).map((r) => readShape(VllmRun, r));
    return mapped({
      stages: runs.flatMap((r) => (r.value ? [stage(r.value)] : [])),
      profiles: runs.flatMap((r) => (r.value ? [{model: modelOf(r.value), engine: "vllm", settings: {}}] : [])),
      notMapped: ["itls", "burstiness", "tokenizer_id", "spec_decode_per_position_acceptance_rates"]
        .filter((key) => asObject(file.records[0])[key] != null)
        .map((key) => (key === "itls" ? "$.itls (kept as median and largest gap of each request)" : `$.${key}`)),
      problems: [...runsLeft(file), ...runs.flatMap((r) => r.problems)]
    });
  }
};

const modelOf = (doc: VllmRun): string => doc.model_id ?? "vllm-bench-serve";

function stage(doc: VllmRun) {
  const concurrency = count(doc.max_concurrency) || null;
  const starts = (doc.start_times ?? []).filter((t): t is number => t !== null);
  const first = starts.reduce((a, b) => Math.min(a, b), Infinity);
  const requests = listedRequests(doc, "usage", true, (i) => {
    const start = doc.start_times?.[i];
    return {sent_ms: typeof start === "number" ? secondsToMs(start - first) : null};
  });
  return stageDraft({
    model: modelOf(doc),
    kind: "capacity",
    slug: `bench-serve-c${concurrency ?? "x"}`,
    startedAt: null,
    endedAt: instant(doc.date),
    wallS: measure(doc.duration),
    settings: pointSettings({
      concurrency,
      n_planned: count(doc.num_prompts),
      backend: doc.backend ?? doc.endpoint_type ?? null,
      request_rate: rateWord(doc.request_rate),
      label: doc.label ?? null,
      percentile_method: "linear"
    }),
    requests,
    reported: [
      ...zeroFirstTokens(
        requests,
        (i) => doc.ttfts?.[i],
        (i) => `$.ttfts[${i}]`
      ),
      ...summaryClaims(doc, {
        ttft: {metric: "ttft_ms", basis: null},
        tpot: {metric: "tpot_ms", basis: "first-token-excluded"},
        itl: {metric: "chunk_gap_ms", basis: "chunk"},
        e2el: {metric: "e2e_ms", basis: null}
      }),
      ...totalClaims(doc),
      ...claim("total_tok_s", "total", doc.total_token_throughput, "tok/s", "$.total_token_throughput"),
      ...claim("goodput_requests_per_s", "total", doc.request_goodput, "requests/s", "$.request_goodput"),
      ...claim("n_failed", "value", doc.failed, "requests", "$.failed"),
      ...claim("n_planned", "value", doc.num_prompts, "requests", "$.num_prompts"),
      ...claim(
        "accept_length",
        "value",
        doc.spec_decode_acceptance_length,
        "tokens",
        "$.spec_decode_acceptance_length",
        "run"
      ),
      ...claim(
        "accept_rate",
        "value",
        share(doc.spec_decode_acceptance_rate),
        "share",
        "$.spec_decode_acceptance_rate",
        "run"
      )
    ]
  });
}

const share = (percent: number | null | undefined): number | null =>
  typeof percent === "number" ? percent / 100 : null;
