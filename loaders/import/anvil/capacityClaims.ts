/** The `metrics` block of an anvil capacity file, and its per-request rates, as claims: never as measurements. */
import type {Basis} from "../../../src/schema/basis.js";
import {claim, pathStep} from "../claim.js";
import type {ReportedDraft} from "../draft.js";
import type {Methodology, Timing} from "./capacityShape.js";

type Entry = {metric: string; statistic: string; unit: string; basis?: (m: Methodology) => Basis | null};

const decode = (m: Methodology) => m.decodeBasis;
const prefill = (m: Methodology) => m.prefillBasis;
const percentiles = (key: (p: string) => string, metric: string, unit: string, basis?: Entry["basis"]) =>
  ["p50", "p95"].map((p): [string, Entry] => [key(p), {metric, statistic: p, unit, ...(basis ? {basis} : {})}]);

const METRICS = new Map<string, Entry>([
  ...percentiles((p) => `decode_tok_s_${p}`, "decode_tok_s", "tok/s", decode),
  ...percentiles((p) => `e2e_${p}_ms`, "e2e_ms", "ms"),
  ...percentiles((p) => `effective_prefill_tok_s_${p}`, "effective_prefill_tok_s", "tok/s", prefill),
  ...percentiles((p) => `generation_${p}_ms`, "generation_ms", "ms", decode),
  ...percentiles((p) => `mean_inter_token_latency_ms_${p}`, "tpot_ms", "ms", decode),
  ...percentiles((p) => `prompt_tokens_${p}`, "prompt_tokens", "tokens"),
  ...percentiles((p) => `time_to_first_output_${p}_ms`, "ttfo_ms", "ms"),
  ...percentiles((p) => `ttft_${p}_ms`, "ttft_ms", "ms"),
  ["prompt_tokens", {metric: "prompt_tokens", statistic: "total", unit: "tokens"}],
  ["prompt_token_samples", {metric: "prompt_tokens", statistic: "count", unit: "requests"}],
  ["output_tokens", {metric: "output_tokens", statistic: "total", unit: "tokens"}],
  ["ttft_samples", {metric: "ttft_ms", statistic: "count", unit: "requests"}],
  ["throughput_tok_s", {metric: "output_tok_s", statistic: "total", unit: "tok/s", basis: () => "wall-clock"}],
  ["prefix_cache_hit_avg", {metric: "cache_hit_share", statistic: "mean", unit: "share"}],
  ["content_chunks", {metric: "content_chunks", statistic: "total", unit: "chunks"}],
  ["content_chunks_s", {metric: "content_chunks_s", statistic: "value", unit: "chunks/s", basis: () => "chunk"}],
  ["reasoning_chunks", {metric: "reasoning_chunks", statistic: "total", unit: "chunks"}]
]);

/** Rows for every number of the block; a key that is not known keeps its own name. */
export function metricClaims(block: Record<string, unknown>, method: Methodology): ReportedDraft[] {
  return Object.entries(block).flatMap(([key, value]) => {
    const path = `$.metrics${pathStep(key)}`;
    if (typeof value === "object" && value !== null)
      return Object.entries(value).flatMap(([inner, n]) =>
        typeof n === "number" ? claim(`${key}.${inner}`, "value", n, null, `${path}${pathStep(inner)}`) : []
      );
    if (typeof value !== "number") return [];
    const entry = METRICS.get(key);
    if (!entry) return claim(key, "value", value, null, path);
    return claim(entry.metric, entry.statistic, value, entry.unit, path, entry.basis?.(method) ?? null);
  });
}

/** The rates that the file itself computed for each request: statistic `request`, the request by its JSON path. */
export function timingClaims(timings: (Timing | null)[], method: Methodology): ReportedDraft[] {
  return timings.flatMap((t, i) => {
    const path = `$.request_timings[${i}]`;
    if (!t) return [];
    return [
      ...claim("decode_tok_s", "request", t.decode_tok_s, "tok/s", `${path}.decode_tok_s`, method.decodeBasis),
      ...claim("generation_ms", "request", t.generation_ms, "ms", `${path}.generation_ms`, method.decodeBasis),
      ...claim(
        "effective_prefill_tok_s",
        "request",
        t.effective_prefill_tok_s,
        "tok/s",
        `${path}.effective_prefill_tok_s`,
        method.prefillBasis
      ),
      ...claim(
        "tpot_ms",
        "request",
        t.mean_inter_token_latency_ms,
        "ms",
        `${path}.mean_inter_token_latency_ms`,
        method.decodeBasis
      )
    ];
  });
}
