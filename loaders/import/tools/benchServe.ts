/** What sglang bench_serving and vllm bench serve share: parallel lists of requests, and `<stat>_<metric>_ms` summaries. */
import {z} from "zod";
import type {Basis} from "../../../src/schema/basis.js";
import {percentile} from "../../../src/metrics/percentile.js";
import type {ReportedDraft, RequestDraft} from "../draft.js";
import {claim} from "../claim.js";
import {foreignRequest} from "../foreignRequest.js";
import {amount, listOf, num, text} from "../shape.js";
import {statisticName} from "../statClaims.js";
import {count, secondsToMs} from "../units.js";

export const benchShape = {
  backend: text,
  request_rate: z.union([z.string(), z.custom<number>((v) => typeof v === "number")]).nullish(),
  max_concurrency: amount,
  duration: amount,
  completed: amount,
  total_input_tokens: amount,
  total_output_tokens: amount,
  request_throughput: num,
  output_throughput: num,
  max_output_tokens_per_s: num,
  input_lens: listOf(z.number()),
  output_lens: listOf(z.number()),
  ttfts: listOf(z.number()),
  itls: listOf(listOf(z.number())),
  generated_texts: listOf(z.string()),
  errors: listOf(z.string())
};
export const BenchShape = z.looseObject(benchShape);
export type BenchShape = z.infer<typeof BenchShape>;

/** Requests from the parallel lists; none where the file was written without details. */
export function listedRequests(
  doc: BenchShape,
  outputBasis: Basis | null,
  itlIsChunk: boolean,
  more: (i: number) => Partial<RequestDraft> = () => ({})
): RequestDraft[] {
  const n = Math.max(doc.ttfts?.length ?? 0, doc.output_lens?.length ?? 0, doc.errors?.length ?? 0);
  const silent = silentFailures(doc, n);
  return Array.from({length: n}, (_, i) => {
    const error = doc.errors?.[i] ?? "";
    const tokens = count(doc.output_lens?.[i]);
    const gaps = (doc.itls?.[i] ?? []).filter((g): g is number => g !== null && g >= 0);
    const failed = error !== "" || silent.has(i);
    return foreignRequest(
      {
        failed,
        error: failed ? error || "the file holds no output, no time and no error text of it" : null,
        ttftMs: secondsToMs(doc.ttfts?.[i]),
        e2eMs: null,
        generationMs: null,
        decodeBasis: null,
        promptTokens: count(doc.input_lens?.[i]),
        outputTokens: tokens,
        outputBasis
      },
      {
        content: failed ? null : (doc.generated_texts?.[i] ?? null),
        chunk_gap_ms_p50: itlIsChunk && !failed ? secondsToMs(percentile(gaps, 50)) : null,
        max_stall_ms:
          itlIsChunk && !failed && gaps.length > 0 ? secondsToMs(gaps.reduce((a, b) => Math.max(a, b))) : null,
        ...more(i)
      }
    );
  });
}

/** Requests without output, time or error text, where the tool counts fewer successes than requests: its errors may be empty. */
function silentFailures(doc: BenchShape, n: number): Set<number> {
  const silent = Array.from({length: n}, (_, i) => i).filter(
    (i) => (doc.errors?.[i] ?? "") === "" && doc.output_lens?.[i] === 0 && !((doc.ttfts?.[i] ?? 0) > 0)
  );
  const all = n - (doc.errors ?? []).filter((e) => e !== null && e !== "").length;
  return new Set(doc.completed != null && doc.completed < all ? silent : []);
}

type Named = {metric: string; basis: Basis | null};

/** Every `<mean|median|std|pNN>_<name>_ms` of the top level whose name is known. */
export function summaryClaims(doc: Record<string, unknown>, names: Record<string, Named>): ReportedDraft[] {
  return Object.entries(doc).flatMap(([key, value]) => {
    const parts = /^(mean|median|std|p\d+(?:\.\d+)?)_(\w+?)_ms$/.exec(key);
    const named = parts?.[2] === undefined ? undefined : names[parts[2]];
    const statistic = parts?.[1] === undefined ? null : statisticName(parts[1]);
    if (!named || statistic === null || typeof value !== "number") return [];
    return claim(named.metric, statistic, value, "ms", `$.${key}`, named.basis);
  });
}

/** Totals that both tools write; `outputBasis` where the file's own numbers tell how the output tokens came about. */
export function totalClaims(doc: BenchShape, outputBasis: Basis | null = null): ReportedDraft[] {
  return [
    ...claim("output_tok_s", "total", doc.output_throughput, "tok/s", "$.output_throughput"),
    ...claim("requests_per_s", "total", doc.request_throughput, "requests/s", "$.request_throughput"),
    ...claim("prompt_tokens", "total", doc.total_input_tokens, "tokens", "$.total_input_tokens"),
    ...claim("output_tokens", "total", doc.total_output_tokens, "tokens", "$.total_output_tokens", outputBasis),
    ...claim("n_ok", "value", doc.completed, "requests", "$.completed"),
    ...claim("wall_s", "value", doc.duration, "s", "$.duration"),
    ...claim("peak_output_tok_s", "value", doc.max_output_tokens_per_s, "tok/s", "$.max_output_tokens_per_s", "chunk")
  ];
}

/** A rate as the tool wrote it: a number, or `inf` for "all at once"; null where it wrote none. */
export const rateWord = (rate: number | string | null | undefined): string | number | null =>
  rate == null ? null : rate === Infinity ? "inf" : rate;
