const WORDS: Record<string, [words: string, unit: string]> = {
  decode_tok_s: ["decode", "tok/s"],
  effective_prefill_tok_s: ["effective prefill", "tok/s"],
  uncached_prefill_tok_s: ["uncached prefill", "tok/s"],
  output_tok_s: ["output of the stage", "tok/s"],
  ttft_ms: ["time to first token", "ms"],
  ttfo_ms: ["time to first output", "ms"],
  tpot_ms: ["time per output token", "ms"],
  e2e_ms: ["end-to-end time", "ms"]
};

/** A metric as sentences and charts name it; one without words keeps its name in SQL. */
export const metricWords = (metric: string): string => WORDS[metric]?.[0] ?? metric;

/** `decode, tok/s`: the metric with its unit. */
export const metricWithUnit = (metric: string): string => WORDS[metric]?.join(", ") ?? metric;
