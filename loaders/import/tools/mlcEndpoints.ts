/** MLCommons endpoints: one summary a run, all times in nanoseconds; tokens by the client's tokenizer. */
import {z} from "zod";
import {mapped, stageDraft} from "../draft.js";
import type {Format, Mapped} from "../draft.js";
import {claim} from "../claim.js";
import {pointSettings} from "../pointSettings.js";
import {amount, asObject, flag, num, readShape, text} from "../shape.js";
import {statClaims} from "../statClaims.js";
import {count, fromEpochMs, nsToMs, nsToSeconds} from "../units.js";

const Summary = z.looseObject({
  version: text,
  test_started_at: num,
  n_samples_issued: amount,
  n_samples_completed: amount,
  n_samples_failed: amount,
  duration_ns: amount,
  state: text,
  complete: flag,
  qps: num,
  tps: num,
  finish_reason_counts: z.record(z.string(), z.number().nullable()).nullish()
});

export const mlcEndpoints: Format = {
  name: "mlcommons-endpoints",
  kind: "MLCommons endpoints",
  recognises(first) {
    const doc = asObject(first);
    return "n_samples_issued" in doc && ("duration_ns" in doc || "n_samples_completed" in doc);
  },
  map(file): Mapped {
    const {value: doc, problems} = readShape(Summary, file.records[0]);
    if (!doc) return mapped({problems});
    const raw = asObject(file.records[0]);
    const model = "mlcommons-endpoints";
    const ms = {unit: "ms", convert: nsToMs};
    const early = (key: string, metric: string, basis: "first-token-excluded" | null) =>
      statClaims(asObject(raw[key])["early_stopping_percentiles"], `$.${key}.early_stopping_percentiles`, {
        metric,
        basis,
        ...ms
      }).map((r) => ({...r, statistic: `${r.statistic} (early-stopping bound)`}));
    // `total` of its blocks is a sum; it is not asked for by any view, so only the statistics are claimed.
    const stats = (key: string, metric: string, basis: "first-token-excluded" | null = null) => [
      ...statClaims(raw[key], `$.${key}`, {metric, basis, ...ms}).filter((r) => r.statistic !== "total"),
      ...early(key, metric, basis)
    ];
    return mapped({
      stages: [
        stageDraft({
          model,
          kind: "capacity",
          slug: "mlc-endpoints",
          startedAt: typeof doc.test_started_at === "number" ? fromEpochMs(doc.test_started_at / 1e6) : null,
          wallS: nsToSeconds(doc.duration_ns),
          settings: pointSettings({n_planned: count(doc.n_samples_issued), percentile_method: "hdr-histogram"}),
          reported: [
            ...stats("ttft", "ttft_ms"),
            ...stats("tpot", "tpot_ms", "first-token-excluded"),
            ...stats("latency", "e2e_ms"),
            ...statClaims(raw["input_sequence_lengths"], "$.input_sequence_lengths", {
              metric: "prompt_tokens",
              unit: "tokens",
              basis: "client-tokenizer"
            }),
            ...statClaims(raw["output_sequence_lengths"], "$.output_sequence_lengths", {
              metric: "output_tokens",
              unit: "tokens",
              basis: "client-tokenizer"
            }),
            ...claim("output_tok_s", "total", doc.tps, "tok/s", "$.tps", "client-tokenizer"),
            ...claim("requests_per_s", "total", doc.qps, "requests/s", "$.qps"),
            ...claim("n_planned", "value", doc.n_samples_issued, "requests", "$.n_samples_issued"),
            ...claim("n_ok", "value", doc.n_samples_completed, "requests", "$.n_samples_completed"),
            ...claim("n_failed", "value", doc.n_samples_failed, "requests", "$.n_samples_failed"),
            ...claim("wall_s", "value", nsToSeconds(doc.duration_ns), "s", "$.duration_ns")
          ],
          notes: [
            "The file holds a summary only: every value of this point is reported.",
            ...(doc.complete === true ? [] : [`The run is not complete (state: ${doc.state ?? "interrupted"}).`])
          ]
        })
      ],
      profiles: [{model, settings: {}}],
      notMapped: ["accuracy", "run_config", "finish_reason_counts"].filter((k) => raw[k] != null).map((k) => `$.${k}`),
      problems
    });
  }
};
