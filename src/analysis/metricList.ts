/** A published metric of a measured stage: which column of `stage_summary` holds it, and its basis. */
export interface PublishedMetric {
  metric: string;
  stat: "p50" | "p95";
  unit: string | null;
  basisColumn: string | null;
  /** Why it is null although requests succeeded. */
  absent: string;
}

const of = (
  metric: string,
  unit: string | null,
  absent: string,
  more: {stats?: PublishedMetric["stat"][]; basis?: string} = {}
): PublishedMetric[] =>
  (more.stats ?? ["p50"]).map((stat) => ({
    metric,
    stat,
    unit,
    basisColumn: more.basis ?? null,
    absent
  }));

const clocks = "the evidence holds no clock for it";

/** Percentile values of every capacity and endurance stage, in the order of the headline table. */
export const PUBLISHED_METRICS: PublishedMetric[] = [
  ...of("decode_tok_s", "tok/s", "no request generated enough tokens, with counts and clocks, to time", {
    basis: "basis"
  }),
  ...of("tpot_ms", "ms", "no request generated enough tokens, with counts and clocks, to time", {
    basis: "basis"
  }),
  ...of("effective_prefill_tok_s", "tok/s", "prompt tokens or the first output were not measured", {
    basis: "prefill_basis"
  }),
  ...of(
    "uncached_prefill_tok_s",
    "tok/s",
    "cached tokens of single requests are unknown, or most of each prompt was cached: then the time is overhead, not a rate",
    {basis: "cached_basis"}
  ),
  ...of("ttfo_ms", "ms", clocks, {stats: ["p50", "p95"]}),
  ...of("ttft_ms", "ms", "no request has a first content delta with a clock", {stats: ["p50", "p95"]}),
  ...of("e2e_ms", "ms", clocks, {stats: ["p50", "p95"]}),
  ...of("prompt_tokens", "tokens", "the server's prompt count is not in the evidence"),
  ...of("output_tokens", "tokens", "the server's output count is not in the evidence", {basis: "output_tokens_basis"}),
  ...of("cached_share", null, "cached tokens of single requests are unknown", {basis: "cached_basis"}),
  ...of("tokens_per_chunk", null, "tokens or chunks were not counted", {basis: "output_tokens_basis"}),
  ...of("max_stall_ms", "ms", "gaps between output deltas were not recorded")
];
