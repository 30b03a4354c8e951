/** llmperf: flattened summary, and a list of single responses. Every model is counted with the Llama tokenizer; its ITL includes TTFT. */
import {z} from "zod";
import {mapped, stageDraft} from "../draft.js";
import type {Format, Mapped, ReportedDraft} from "../draft.js";
import {claim} from "../claim.js";
import type {Basis} from "../../../src/schema/basis.js";
import {endToEndRequest, placed} from "../endToEndRequest.js";
import {pointSettings} from "../pointSettings.js";
import {amount, asObject, listOf, num, readShape, text} from "../shape.js";
import {statisticName} from "../statClaims.js";
import {zeroFirstTokens} from "../zeroFirstTokens.js";
import {count, instantOfSeconds, measure, secondsToMs} from "../units.js";

const Summary = z.looseObject({
  model: text,
  mean_input_tokens: amount,
  mean_output_tokens: amount,
  num_concurrent_requests: amount,
  timestamp: num,
  results_num_completed_requests: amount,
  results_number_errors: amount,
  results_num_requests_started: amount,
  results_error_rate: num,
  results_mean_output_throughput_token_per_s: num
});

const FAMILIES: [string, {metric: string; unit: string; basis: Basis | null; convert: (x: number) => number | null}][] =
  [
    ["ttft_s", {metric: "ttft_ms", unit: "ms", basis: null, convert: secondsToMs}],
    ["inter_token_latency_s", {metric: "itl_ms", unit: "ms", basis: "first-token-included", convert: secondsToMs}],
    ["end_to_end_latency_s", {metric: "e2e_ms", unit: "ms", basis: null, convert: secondsToMs}],
    [
      "request_output_throughput_token_per_s",
      {metric: "output_tok_s_per_request", unit: "tok/s", basis: "first-token-included", convert: measure}
    ],
    ["number_input_tokens", {metric: "prompt_tokens", unit: "tokens", basis: "client-tokenizer", convert: measure}],
    ["number_output_tokens", {metric: "output_tokens", unit: "tokens", basis: "client-tokenizer", convert: measure}]
  ];

export const llmperfSummary: Format = {
  name: "llmperf",
  kind: "llmperf summary",
  recognises(first) {
    const doc = asObject(first);
    return (
      "results_num_completed_requests" in doc || "results_ttft_s_mean" in doc || "results_ttft_s_quantiles_p50" in doc
    );
  },
  map(file): Mapped {
    const {value: doc, problems} = readShape(Summary, file.records[0]);
    if (!doc) return mapped({problems});
    const model = doc.model ?? "llmperf";
    const concurrency = count(doc.num_concurrent_requests) || null;
    return mapped({
      stages: [
        stageDraft({
          model,
          kind: "capacity",
          slug: `llmperf-c${concurrency ?? "x"}`,
          startedAt: instantOfSeconds(doc.timestamp),
          settings: pointSettings({
            nominal_prompt_tokens: count(doc.mean_input_tokens),
            concurrency,
            max_tokens: count(doc.mean_output_tokens),
            n_planned: count(doc.results_num_requests_started),
            percentile_method: "linear"
          }),
          reported: [
            ...flattened(asObject(file.records[0])),
            ...claim(
              "output_tok_s",
              "total",
              doc.results_mean_output_throughput_token_per_s,
              "tok/s",
              "$.results_mean_output_throughput_token_per_s",
              "client-tokenizer"
            ),
            ...claim(
              "n_ok",
              "value",
              doc.results_num_completed_requests,
              "requests",
              "$.results_num_completed_requests"
            ),
            ...claim("n_failed", "value", doc.results_number_errors, "requests", "$.results_number_errors"),
            ...claim("error_rate", "value", doc.results_error_rate, "share", "$.results_error_rate")
          ],
          notes: ["The file holds a summary only: every value of this point is reported."]
        })
      ],
      profiles: [{model, settings: {}}],
      problems
    });
  }
};

function flattened(doc: Record<string, unknown>): ReportedDraft[] {
  return Object.entries(doc).flatMap(([key, value]) => {
    if (typeof value !== "number" || !key.startsWith("results_")) return [];
    const found = FAMILIES.find(([name]) => key.startsWith(`results_${name}_`));
    if (!found) return [];
    const [name, family] = found;
    const statistic = statisticName(key.slice(`results_${name}_`.length).replace(/^quantiles_/, ""));
    if (statistic === null) return [];
    return claim(family.metric, statistic, family.convert(value), family.unit, `$.${key}`, family.basis);
  });
}

const Single = z.looseObject({
  ttft_s: num,
  end_to_end_latency_s: num,
  number_input_tokens: amount,
  number_output_tokens: amount,
  error_code: z.union([z.string(), z.number()]).nullish(),
  error_msg: text
});
const Singles = listOf(Single);

export const llmperfResponses: Format = {
  name: "llmperf-responses",
  kind: "llmperf responses",
  recognises(first) {
    const item = Array.isArray(first) ? asObject(first[0]) : {};
    return "ttft_s" in item && "end_to_end_latency_s" in item;
  },
  map(file): Mapped {
    const {value, problems} = readShape(Singles, file.records[0]);
    if (!value) return mapped({problems});
    const all = placed(value);
    const requests = all.map(({item: r}) =>
      endToEndRequest({
        errorCode: r.error_code,
        errorText: r.error_msg,
        ttftMs: secondsToMs(r.ttft_s),
        e2eMs: secondsToMs(r.end_to_end_latency_s),
        promptTokens: count(r.number_input_tokens),
        outputTokens: count(r.number_output_tokens),
        outputBasis: "client-tokenizer"
      })
    );
    return mapped({
      stages: [
        stageDraft({
          model: "llmperf",
          kind: "capacity",
          slug: "llmperf-responses",
          settings: pointSettings({n_planned: all.length, percentile_method: "linear"}),
          requests,
          reported: zeroFirstTokens(
            requests,
            (i) => all[i]?.item.ttft_s,
            (i) => `$[${all[i]?.at}].ttft_s`
          )
        })
      ],
      profiles: [{model: "llmperf", settings: {}}],
      problems
    });
  }
};
