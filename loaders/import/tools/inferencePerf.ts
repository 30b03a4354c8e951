/** inference-perf: a lifecycle summary, all in seconds, reported only. Tokens are counted by the client's tokenizer. */
import {z} from "zod";
import {mapped, stageDraft} from "../draft.js";
import type {Format, Mapped} from "../draft.js";
import {claim} from "../claim.js";
import {pointSettings} from "../pointSettings.js";
import {amount, asObject, num, readShape} from "../shape.js";
import {statClaims} from "../statClaims.js";
import {count, measure, secondsToMs} from "../units.js";

const Summary = z.looseObject({
  benchmark_time_seconds: amount,
  load_summary: z.looseObject({count: amount, requested_rate: num, achieved_rate: num}).nullish(),
  successes: z
    .looseObject({
      count: amount,
      latency: z.record(z.string(), z.unknown()).nullish(),
      throughput: z.record(z.string(), z.unknown()).nullish(),
      prompt_tokens: z.looseObject({total: amount, cached: amount}).nullish()
    })
    .nullish(),
  failures: z.looseObject({count: amount}).nullish()
});

export const inferencePerf: Format = {
  name: "inference-perf",
  kind: "inference-perf",
  recognises(first) {
    const doc = asObject(first);
    return "successes" in doc && "failures" in doc && ("load_summary" in doc || "benchmark_time_seconds" in doc);
  },
  map(file): Mapped {
    const {value: doc, problems} = readShape(Summary, file.records[0]);
    if (!doc) return mapped({problems});
    const latency = doc.successes?.latency ?? {};
    const rate = doc.successes?.throughput ?? {};
    const path = "$.successes.latency";
    const number = (v: unknown) => (typeof v === "number" ? v : null);
    const ms = {unit: "ms", convert: secondsToMs};
    return mapped({
      stages: [
        stageDraft({
          model: "inference-perf",
          kind: "capacity",
          slug: "inference-perf",
          wallS: measure(doc.benchmark_time_seconds),
          settings: pointSettings({
            n_planned: count(doc.load_summary?.count),
            request_rate: doc.load_summary?.requested_rate ?? null,
            percentile_method: "linear"
          }),
          reported: [
            ...statClaims(latency["request_latency"], `${path}.request_latency`, {metric: "e2e_ms", ...ms}),
            ...statClaims(latency["time_to_first_token"], `${path}.time_to_first_token`, {metric: "ttft_ms", ...ms}),
            ...statClaims(latency["time_per_output_token"], `${path}.time_per_output_token`, {
              metric: "tpot_ms",
              basis: "first-token-excluded",
              ...ms
            }),
            ...statClaims(latency["normalized_time_per_output_token"], `${path}.normalized_time_per_output_token`, {
              metric: "tpot_ms",
              basis: "first-token-included",
              ...ms
            }),
            ...statClaims(latency["inter_token_latency"], `${path}.inter_token_latency`, {
              metric: "itl_ms",
              basis: "token",
              ...ms
            }),
            ...claim(
              "output_tok_s",
              "total",
              number(rate["output_tokens_per_sec"]),
              "tok/s",
              "$.successes.throughput.output_tokens_per_sec",
              "client-tokenizer"
            ),
            ...claim(
              "requests_per_s",
              "total",
              number(rate["requests_per_sec"]),
              "requests/s",
              "$.successes.throughput.requests_per_sec"
            ),
            ...claim(
              "prompt_tokens",
              "total",
              doc.successes?.prompt_tokens?.total,
              "tokens",
              "$.successes.prompt_tokens.total",
              "client-tokenizer"
            ),
            ...claim(
              "cached_tokens",
              "total",
              doc.successes?.prompt_tokens?.cached,
              "tokens",
              "$.successes.prompt_tokens.cached"
            ),
            ...claim("n_ok", "value", doc.successes?.count, "requests", "$.successes.count"),
            ...claim("n_failed", "value", doc.failures?.count, "requests", "$.failures.count"),
            ...claim("wall_s", "value", doc.benchmark_time_seconds, "s", "$.benchmark_time_seconds")
          ],
          notes: ["The file holds a summary only: every value of this point is reported."]
        })
      ],
      profiles: [{model: "inference-perf", settings: {}}],
      notMapped: ["$.load_summary.schedule_delay"].filter(() => "schedule_delay" in asObject(doc.load_summary)),
      problems
    });
  }
};
