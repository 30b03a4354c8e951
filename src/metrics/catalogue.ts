/** One metric as the method page prints it. `better` is null where more is neither good nor bad. */
export interface MetricEntry {
  /** Name in SQL and in records. */
  id: string;
  label: string;
  unit: "ms" | "tok/s" | "tokens" | "events" | "tokens/event" | "tokens/step" | "requests" | "MiB" | "yes/no";
  of: "request" | "stage";
  formula: string;
  about: string;
  better: "higher" | "lower" | null;
}

const entry = (
  id: string,
  label: string,
  unit: MetricEntry["unit"],
  better: MetricEntry["better"],
  formula: string,
  about: string,
  of: MetricEntry["of"] = "request"
): MetricEntry => ({id, label, unit, of, formula, about, better});

/** Every metric of section 3, in the order of the method page, which is generated from it. */
export const CATALOGUE: readonly MetricEntry[] = [
  entry(
    "connect_ms",
    "Connect",
    "ms",
    "lower",
    "time to open the connection",
    "Recorded apart: t=0 is the first byte of the request on an open socket."
  ),
  entry(
    "ttfo_ms",
    "Time to first output",
    "ms",
    "lower",
    "time of the first output delta of any channel",
    "Reasoning, content and tool calls count. An event with a role and no text is no output."
  ),
  entry(
    "ttft_ms",
    "Time to first content",
    "ms",
    "lower",
    "time of the first content delta",
    "Null when there is no visible content, as when all of the budget went to reasoning."
  ),
  entry(
    "first_reasoning_ms",
    "First reasoning",
    "ms",
    "lower",
    "time of the first reasoning delta",
    "Whatever key the server gives it."
  ),
  entry(
    "first_tool_ms",
    "First tool call",
    "ms",
    "lower",
    "time of the first delta with a tool's name or arguments",
    "An id alone is no output."
  ),
  entry(
    "last_output_ms",
    "Last output",
    "ms",
    "lower",
    "time of the last output delta",
    "The end of generation as seen."
  ),
  entry(
    "e2e_ms",
    "End to end",
    "ms",
    "lower",
    "time of [DONE], else of the close of the stream",
    "A late usage event is in it, and not in the decode rate."
  ),
  entry(
    "generation_ms",
    "Generation",
    "ms",
    "lower",
    "last_output_ms - ttfo_ms",
    "The span that the decode rate divides by."
  ),
  entry(
    "prompt_tokens",
    "Prompt tokens",
    "tokens",
    null,
    "final usage, else the last continuous usage with or after a finish_reason, else null",
    "The server's own count; never the nominal size."
  ),
  entry(
    "output_tokens",
    "Output tokens",
    "tokens",
    null,
    "final usage, else the last continuous usage with or after a finish_reason, else null",
    "Chunks are never tokens."
  ),
  entry(
    "cached_tokens",
    "Cached tokens",
    "tokens",
    null,
    "usage.prompt_tokens_details.cached_tokens; absent: 0 when this boot reports its cache, else null",
    "Servers leave it out at 0 (basis absent-is-zero)."
  ),
  entry(
    "reasoning_tokens",
    "Reasoning tokens",
    "tokens",
    null,
    "usage",
    "0 proves nothing: thinking is judged by what came."
  ),
  entry(
    "first_delta_tokens",
    "k, tokens at the first output",
    "tokens",
    null,
    "running maximum of continuous usage at the first output delta; without it 1",
    "The first chunk may hold many tokens."
  ),
  entry(
    "last_delta_tokens",
    "m, tokens at the last output",
    "tokens",
    null,
    "running maximum of continuous usage at the last output delta; without it output_tokens",
    "An end token that was counted and not seen stays out."
  ),
  entry("output_deltas", "Output deltas", "events", null, "events with text on a channel", "SSE events, not tokens."),
  entry(
    "tokens_per_chunk",
    "Tokens per chunk",
    "tokens/event",
    null,
    "output_tokens / output_deltas",
    "Above 1 under speculative decoding."
  ),
  entry(
    "decode_tok_s",
    "Decode rate",
    "tok/s",
    "higher",
    "(m - k) / (generation_ms / 1000); null when m <= k or generation_ms <= 0",
    "Basis usage-continuous, or k-assumed-1: an upper bound."
  ),
  entry("tpot_ms", "Time per output token", "ms", "lower", "generation_ms / (m - k)", "Null where the decode rate is."),
  entry(
    "chunk_gap_ms_p50",
    "Median chunk gap",
    "ms",
    "lower",
    "p50 of the gaps between output deltas",
    "A property of chunks; it is no inter-token latency."
  ),
  entry(
    "max_stall_ms",
    "Longest stall",
    "ms",
    "lower",
    "the largest gap between output deltas",
    "Under load it shows the prefill of others."
  ),
  entry(
    "effective_prefill_tok_s",
    "Effective prefill rate",
    "tok/s",
    "higher",
    "prompt_tokens / (ttfo_ms / 1000)",
    "What a client sees, cache and queue included."
  ),
  entry(
    "uncached_prefill_tok_s",
    "Uncached prefill rate",
    "tok/s",
    "higher",
    "(prompt_tokens - cached_tokens) / (ttfo_ms / 1000); null when the uncached part is below max(1024, half the prompt)",
    "Below that it is overhead, not a rate."
  ),
  entry(
    "accept_length",
    "Accept length",
    "tokens/step",
    "higher",
    "tokens per verify step",
    "Basis request, run (differences of counters) or since-boot."
  ),
  entry(
    "in_flight_mean",
    "Mean in flight",
    "requests",
    null,
    "sum of overlaps with the request / its own length",
    "A request counts at C only from 0.9 C on."
  ),
  entry(
    "visible_answer",
    "Visible answer",
    "yes/no",
    null,
    "some content that is not white space",
    "Reasoning alone is no answer."
  ),
  entry(
    "output_tok_s",
    "Output rate of the stage",
    "tok/s",
    "higher",
    "sum of output_tokens / (last end - first sent)",
    "All requests of a stage together.",
    "stage"
  ),
  entry(
    "steady_output_tok_s",
    "Output rate, steady window",
    "tok/s",
    "higher",
    "the same between the last first-output and the first finish",
    "Only while all of them generate.",
    "stage"
  )
];

/** The metric of that id; undefined of an unknown one. */
export function metricEntry(id: string): MetricEntry | undefined {
  return CATALOGUE.find((metric) => metric.id === id);
}
