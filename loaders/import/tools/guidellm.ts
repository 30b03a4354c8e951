/** GuideLLM benchmarks: one stage each, requests from their timings. Its TPOT includes the first token; ours is derived. */
import {z} from "zod";
import {mapped, stageDraft} from "../draft.js";
import type {Format, Mapped, ReportedDraft, RequestDraft, StageDraft} from "../draft.js";
import {claim} from "../claim.js";
import {foreignRequest} from "../foreignRequest.js";
import {pointSettings} from "../pointSettings.js";
import {amount, asObject, listOf, num, readShape, text} from "../shape.js";
import {statClaims} from "../statClaims.js";
import {count, instantOfSeconds, measure, secondsToMs} from "../units.js";

const Timings = z.looseObject({
  request_start: num,
  request_end: num,
  first_token_iteration: num,
  first_output_token_iteration: num,
  last_token_iteration: num,
  token_iterations: amount
});
const GuideRequest = z.looseObject({
  request_id: text,
  output: text,
  reasoning_output: text,
  info: z.looseObject({timings: Timings.nullish(), error: text}).nullish(),
  input_metrics: z.looseObject({text_tokens: amount}).nullish(),
  output_metrics: z.looseObject({text_tokens: amount}).nullish(),
  // The layout before 0.6.
  start_time: num,
  end_time: num,
  first_token_time: num,
  last_token_time: num,
  prompt_tokens: amount,
  output_tokens: amount,
  error: text
});
type GuideRequest = z.infer<typeof GuideRequest>;
const Requests = listOf(GuideRequest);

const Benchmark = z.looseObject({
  config: z
    .looseObject({
      strategy: z.looseObject({type_: text, streams: amount}).nullish(),
      backend: z.union([z.string(), z.looseObject({model: text}).nullish()])
    })
    .nullish(),
  scheduler_metrics: z
    .looseObject({
      start_time: num,
      measure_start_time: num,
      measure_end_time: num,
      requests_made: z.looseObject({successful: amount, incomplete: amount, errored: amount, total: amount}).nullish()
    })
    .nullish(),
  metrics: z.record(z.string(), z.unknown()).nullish(),
  requests: z.looseObject({successful: Requests, incomplete: Requests, errored: Requests}).nullish()
});
type Benchmark = z.infer<typeof Benchmark>;

/** Where its versions put the model's name. */
const Backend = z.looseObject({model: text}).nullish();
const Configured = z.looseObject({model: text, backend: z.union([z.string(), Backend])}).nullish();

const Guide = z.looseObject({
  metadata: z.looseObject({guidellm_version: text}).nullish(),
  args: z.looseObject({model: text}).nullish(),
  config: Configured,
  benchmarks: listOf(Benchmark)
});

export const guidellm: Format = {
  name: "guidellm",
  kind: "GuideLLM",
  recognises(first) {
    const doc = asObject(first);
    const bench = Array.isArray(doc["benchmarks"]) ? asObject(doc["benchmarks"][0]) : {};
    return (
      "guidellm_version" in asObject(doc["metadata"]) ||
      ("metrics" in bench && ("scheduler_metrics" in bench || "requests" in bench))
    );
  },
  map(file): Mapped {
    const {value: doc, problems} = readShape(Guide, file.records[0]);
    if (!doc) return mapped({problems});
    const model = modelOf(doc);
    return mapped({
      stages: (doc.benchmarks ?? []).flatMap((b, i) => (b ? [stage(b, i, model)] : [])),
      profiles: [{model, settings: {}}],
      notMapped: ["$.config"].filter(() => "config" in asObject(doc)),
      problems
    });
  }
};

function modelOf(doc: z.infer<typeof Guide>): string {
  const named = [doc.config?.backend, ...(doc.benchmarks ?? []).map((b) => b?.config?.backend)];
  const backend = named.find((b) => typeof b === "object" && b !== null && typeof b.model === "string");
  const own = typeof backend === "object" ? backend?.model : null;
  return doc.args?.model ?? doc.config?.model ?? own ?? "guidellm";
}

function stage(b: Benchmark, index: number, model: string): StageDraft {
  const made = b.scheduler_metrics?.requests_made;
  const [from, to] = [b.scheduler_metrics?.measure_start_time, b.scheduler_metrics?.measure_end_time];
  const strategy = b.config?.strategy;
  const streams = count(strategy?.streams) || (strategy?.type_ === "synchronous" ? 1 : null);
  const path = `$.benchmarks[${index}]`;
  const start = firstStart(b);
  return stageDraft({
    model,
    kind: "capacity",
    slug: `guidellm-${strategy?.type_ ?? "run"}${streams === null ? "" : `-c${streams}`}`,
    startedAt: instantOfSeconds(b.scheduler_metrics?.start_time ?? from),
    endedAt: instantOfSeconds(to),
    wallS: typeof from === "number" && typeof to === "number" ? measure(to - from) : null,
    settings: pointSettings({concurrency: streams, n_planned: count(made?.total), percentile_method: "own-pdf"}),
    requests: [
      ...rows(b.requests?.successful, "ok", start),
      ...rows(b.requests?.errored, "http_error", start),
      ...rows(b.requests?.incomplete, "aborted", start)
    ],
    reported: [
      ...metricClaims(b.metrics ?? {}, `${path}.metrics`),
      ...claim("n_ok", "value", made?.successful, "requests", `${path}.scheduler_metrics.requests_made.successful`),
      // Not finished is not a success: its two kinds together are what failed.
      ...claim("n_failed", "value", failed(made), "requests", `${path}.scheduler_metrics.requests_made`),
      ...claim(
        "n_incomplete",
        "value",
        made?.incomplete,
        "requests",
        `${path}.scheduler_metrics.requests_made.incomplete`
      )
    ]
  });
}

const failed = (
  made: {errored?: number | null | undefined; incomplete?: number | null | undefined} | null | undefined
): number | null => (made?.errored == null ? null : made.errored + (made.incomplete ?? 0));

const starts = (r: GuideRequest | null): number | null => r?.info?.timings?.request_start ?? r?.start_time ?? null;

const firstStart = (b: Benchmark): number | null =>
  [...(b.requests?.successful ?? []), ...(b.requests?.errored ?? [])].reduce<number | null>((first, r) => {
    const t = starts(r);
    return t === null ? first : first === null ? t : Math.min(first, t);
  }, null);

function rows(
  list: (GuideRequest | null)[] | null | undefined,
  status: RequestDraft["status"],
  first: number | null
): RequestDraft[] {
  return (list ?? []).flatMap((r): RequestDraft[] => {
    if (!r) return [];
    const t = r.info?.timings;
    const start = starts(r);
    const since = (at: number | null | undefined) =>
      typeof at === "number" && start !== null ? secondsToMs(at - start) : null;
    const firstToken = t?.first_token_iteration ?? t?.first_output_token_iteration ?? r.first_token_time;
    const ttft = since(firstToken);
    const last = since(t?.last_token_iteration ?? r.last_token_time);
    const tokens = count(r.output_metrics?.text_tokens ?? r.output_tokens);
    const failed = status !== "ok";
    const draft = foreignRequest(
      {
        failed,
        error: r.info?.error ?? r.error ?? (status === "aborted" ? "not finished when the benchmark ended" : null),
        ttftMs: ttft,
        e2eMs: since(t?.request_end ?? r.end_time),
        generationMs: ttft !== null && last !== null ? measure(last - ttft) : null,
        decodeBasis: "k-assumed-1",
        promptTokens: count(r.input_metrics?.text_tokens ?? r.prompt_tokens),
        outputTokens: tokens,
        // Equal to the number of chunks, they may be just that: this tool falls back to chunks without usage.
        outputBasis: tokens !== null && tokens === count(t?.token_iterations) ? null : "usage"
      },
      {
        last_output_ms: failed ? null : last,
        output_deltas: failed ? null : count(t?.token_iterations),
        content: failed ? null : (r.output ?? null),
        reasoning: failed ? null : (r.reasoning_output ?? null),
        sent_at: instantOfSeconds(start),
        sent_ms: start !== null && first !== null ? secondsToMs(start - first) : null
      }
    );
    return [{...draft, status}];
  });
}

function metricClaims(metrics: Record<string, unknown>, path: string): ReportedDraft[] {
  const of = (key: string) => asObject(asObject(metrics[key])["successful"]);
  const at = (key: string) => `${path}.${key}.successful`;
  return [
    ...statClaims(of("time_to_first_token_ms"), at("time_to_first_token_ms"), {metric: "ttft_ms", unit: "ms"}),
    ...statClaims(of("time_per_output_token_ms"), at("time_per_output_token_ms"), {
      metric: "tpot_ms",
      unit: "ms",
      basis: "first-token-included"
    }),
    ...statClaims(of("inter_token_latency_ms"), at("inter_token_latency_ms"), {
      metric: "itl_ms",
      unit: "ms",
      basis: "request-mean"
    }),
    ...statClaims(of("request_latency"), at("request_latency"), {metric: "e2e_ms", unit: "ms", convert: secondsToMs}),
    ...statClaims(of("prompt_token_count"), at("prompt_token_count"), {metric: "prompt_tokens", unit: "tokens"}),
    ...statClaims(of("output_token_count"), at("output_token_count"), {metric: "output_tokens", unit: "tokens"}),
    ...meanAsTotal(of("output_tokens_per_second"), at("output_tokens_per_second"), "output_tok_s", "tok/s"),
    ...meanAsTotal(of("requests_per_second"), at("requests_per_second"), "requests_per_s", "requests/s")
  ];
}

/** The mean of its rate over time is the run's throughput. */
const meanAsTotal = (block: Record<string, unknown>, path: string, metric: string, unit: string): ReportedDraft[] =>
  claim(metric, "total", typeof block["mean"] === "number" ? block["mean"] : null, unit, `${path}.mean`);
