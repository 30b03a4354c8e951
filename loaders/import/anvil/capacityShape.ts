/** What is read of an anvil benchmark/v1 file, and what its own words say about its clocks. */
import {z} from "zod";
import type {Basis} from "../../../src/schema/basis.js";
import {amount, listOf, num, text} from "../shape.js";

export const Timing = z.looseObject({
  request_index: amount,
  planned_context_tokens: amount,
  prompt_tokens: amount,
  output_tokens: amount,
  output_token_source: text,
  content_chunks: amount,
  reasoning_chunks: amount,
  time_to_first_output_ms: amount,
  ttft_ms: amount,
  e2e_ms: amount,
  generation_ms: amount,
  decode_tok_s: num,
  effective_prefill_tok_s: num,
  mean_inter_token_latency_ms: num
});
export type Timing = z.infer<typeof Timing>;

export const Capacity = z.looseObject({
  schema: z.literal("anvil-serving.benchmark/v1"),
  model: text,
  base_url: text,
  measurement_protocol: text,
  requests: amount,
  completed: amount,
  failed: amount,
  concurrency: amount,
  context_tokens: amount,
  context_seed: num,
  max_context_tokens: amount,
  max_tokens: amount,
  engine: text,
  gpu: text,
  tier: text,
  run_id: text,
  started_at: text,
  finished_at: text,
  wall_clock_ms: amount,
  source_recipe: z.union([z.string(), z.looseObject({ref: text})]).nullish(),
  serve_flags: z.record(z.string(), z.unknown()).nullish(),
  timing_methodology: z.record(z.string(), z.string()).nullish(),
  metrics: z.record(z.string(), z.unknown()).nullish(),
  request_timings: listOf(Timing),
  failures: listOf(z.looseObject({request_index: amount, error_type: text, message: text}))
});
export type Capacity = z.infer<typeof Capacity>;

export interface Methodology {
  /** Where the file's generation time begins: at the first output of any channel, or at the first content. */
  from: "ttfo" | "ttft";
  decodeBasis: Basis;
  prefillBasis: Basis | null;
}

/** The file's own words decide: older protocols count from the first content delta. */
export function methodology(doc: Capacity): Methodology {
  const words = doc.timing_methodology ?? {};
  const from = /first output/i.test(words["generation"] ?? "") ? "ttfo" : "ttft";
  const prefillFrom = /first output/i.test(words["effective_prefill"] ?? "") ? "ttfo" : "ttft";
  return {
    from,
    decodeBasis: from === "ttfo" ? "e2e-minus-ttfo" : "e2e-minus-ttft",
    prefillBasis: prefillFrom === "ttfo" ? null : "prompt-over-ttft"
  };
}
