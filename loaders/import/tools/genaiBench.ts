/** genai-bench: one file a run, seconds unless the experiment's metadata says ms. It filters implausible speeds silently. */
import {z} from "zod";
import {mapped, stageDraft} from "../draft.js";
import type {ForeignFile, Format, Mapped} from "../draft.js";
import {claim} from "../claim.js";
import {endToEndRequest, placed} from "../endToEndRequest.js";
import {pointSettings} from "../pointSettings.js";
import {amount, asObject, listOf, num, readShape, text} from "../shape.js";
import {statClaims} from "../statClaims.js";
import {zeroFirstTokens} from "../zeroFirstTokens.js";
import {count, measure, perMinuteToPerSecond, secondsToMs} from "../units.js";

const Single = z.looseObject({
  ttft: num,
  tpot: num,
  e2e_latency: num,
  output_latency: num,
  num_input_tokens: amount,
  num_output_tokens: amount,
  num_reasoning_tokens: amount,
  error_code: z.union([z.string(), z.number()]).nullish(),
  error_message: text
});

const Aggregated = z.looseObject({
  scenario: text,
  num_concurrency: amount,
  run_duration: amount,
  mean_output_throughput_tokens_per_s: num,
  mean_input_throughput_tokens_per_s: num,
  mean_total_tokens_throughput_tokens_per_s: num,
  requests_per_second: num,
  requests_per_minute: num,
  num_error_requests: amount,
  num_completed_requests: amount,
  num_requests: amount,
  stats: z.record(z.string(), z.unknown()).nullish()
});

const Genai = z.looseObject({
  aggregated_metrics: Aggregated,
  individual_request_metrics: listOf(Single),
  metrics_time_unit: text,
  model: text
});

export const genaiBench: Format = {
  name: "genai-bench",
  kind: "genai-bench",
  recognises(first) {
    const doc = asObject(first);
    return (
      "aggregated_metrics" in doc &&
      ("individual_request_metrics" in doc || "num_completed_requests" in asObject(doc["aggregated_metrics"]))
    );
  },
  map(file): Mapped {
    const {value: doc, problems} = readShape(Genai, file.records[0]);
    if (!doc) return mapped({problems});
    const experiment = metadata(file);
    const unit = doc.metrics_time_unit ?? experiment.unit;
    const toMs = unit === "ms" ? measure : secondsToMs;
    const model = doc.model ?? experiment.model ?? "genai-bench";
    const a = doc.aggregated_metrics;
    const path = "$.aggregated_metrics";
    const stats = a.stats ?? {};
    const concurrency = count(a.num_concurrency) || null;
    const singles = placed(doc.individual_request_metrics ?? []);
    const requests = singles.map(({item: r}) =>
      endToEndRequest(
        {
          errorCode: r.error_code,
          errorText: r.error_message,
          ttftMs: toMs(r.ttft),
          e2eMs: toMs(r.e2e_latency),
          promptTokens: count(r.num_input_tokens),
          outputTokens: count(r.num_output_tokens),
          // The server's usage, or the client's own tokenizer: the file does not say which.
          outputBasis: null
        },
        {reasoning_tokens: count(r.num_reasoning_tokens)}
      )
    );
    return mapped({
      stages: [
        stageDraft({
          model,
          kind: "capacity",
          slug: `genai-bench-c${concurrency ?? "x"}`,
          wallS: measure(a.run_duration),
          settings: pointSettings({
            concurrency,
            n_planned: count(a.num_requests),
            scenario: a.scenario ?? null,
            percentile_method: "linear"
          }),
          requests,
          reported: [
            ...zeroFirstTokens(
              requests,
              (i) => singles[i]?.item.ttft,
              (i) => `$.individual_request_metrics[${singles[i]?.at}].ttft`
            ),
            ...statClaims(stats["ttft"], `${path}.stats.ttft`, {metric: "ttft_ms", unit: "ms", convert: toMs}),
            ...statClaims(stats["tpot"], `${path}.stats.tpot`, {
              metric: "tpot_ms",
              unit: "ms",
              basis: "first-token-excluded",
              convert: toMs
            }),
            ...statClaims(stats["e2e_latency"], `${path}.stats.e2e_latency`, {
              metric: "e2e_ms",
              unit: "ms",
              convert: toMs
            }),
            ...statClaims(stats["output_latency"], `${path}.stats.output_latency`, {
              metric: "generation_ms",
              unit: "ms",
              basis: "e2e-minus-ttft",
              convert: toMs
            }),
            ...statClaims(stats["output_inference_speed"], `${path}.stats.output_inference_speed`, {
              metric: "decode_tok_s",
              unit: "tok/s",
              basis: "first-token-excluded"
            }),
            ...statClaims(stats["num_input_tokens"], `${path}.stats.num_input_tokens`, {
              metric: "prompt_tokens",
              unit: "tokens"
            }),
            ...statClaims(stats["num_output_tokens"], `${path}.stats.num_output_tokens`, {
              metric: "output_tokens",
              unit: "tokens"
            }),
            ...claim(
              "output_tok_s",
              "total",
              a.mean_output_throughput_tokens_per_s,
              "tok/s",
              `${path}.mean_output_throughput_tokens_per_s`
            ),
            ...claim(
              "input_tok_s",
              "total",
              a.mean_input_throughput_tokens_per_s,
              "tok/s",
              `${path}.mean_input_throughput_tokens_per_s`
            ),
            ...claim(
              "total_tok_s",
              "total",
              a.mean_total_tokens_throughput_tokens_per_s,
              "tok/s",
              `${path}.mean_total_tokens_throughput_tokens_per_s`
            ),
            ...claim("requests_per_s", "total", a.requests_per_second, "requests/s", `${path}.requests_per_second`),
            ...claim(
              "requests_per_s",
              "total",
              perMinuteToPerSecond(a.requests_per_minute),
              "requests/s",
              `${path}.requests_per_minute`
            ),
            ...claim("n_ok", "value", a.num_completed_requests, "requests", `${path}.num_completed_requests`),
            ...claim("n_failed", "value", a.num_error_requests, "requests", `${path}.num_error_requests`),
            ...claim("wall_s", "value", a.run_duration, "s", `${path}.run_duration`)
          ],
          notes:
            unit === null ? ["The file does not name its unit of time: seconds, the tool's default, were assumed."] : []
        })
      ],
      profiles: [{model, settings: {}}],
      problems
    });
  }
};

/** The experiment's metadata may lie in a file of its own beside the results. */
function metadata(file: ForeignFile): {unit: string | null; model: string | null} {
  for (const sibling of file.siblings.values()) {
    const doc = asObject(sibling);
    const unit = doc["metrics_time_unit"];
    if (typeof unit === "string") return {unit, model: typeof doc["model"] === "string" ? doc["model"] : null};
  }
  return {unit: null, model: null};
}
