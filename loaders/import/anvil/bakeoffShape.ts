/** What is read of a fast-tier-bakeoff file, of all its ages. */
import {z} from "zod";
import {amount, flag, listOf, num, text} from "../shape.js";
import {Usage} from "../usage.js";

const answer = {
  content: text,
  content_excerpt: text,
  content_chars: amount,
  expected: text,
  error: text,
  failure_class: text,
  finish_reason: text,
  latency_ms: amount,
  reasoning_excerpt: text,
  reasoning_chars: amount,
  status: text,
  text_checks: listOf(z.looseObject({name: text, passed: flag})),
  usage: Usage,
  budget: z.looseObject({max_completion_tokens: amount}).nullish(),
  arguments: z.unknown().optional(),
  tool_call_count: amount
};

export const BakeoffAttempt = z.looseObject({attempt: amount, ...answer});
export type BakeoffAttempt = z.infer<typeof BakeoffAttempt>;

/** Older files hold one answer in the check itself, newer ones a list of attempts. */
export const BakeoffCheck = z.looseObject({
  id: text,
  name: text,
  validator: text,
  expected_function: text,
  attempts: listOf(BakeoffAttempt),
  ...answer
});
export type BakeoffCheck = z.infer<typeof BakeoffCheck>;

const Section = z.looseObject({status: text, checks: listOf(BakeoffCheck)}).nullish();

export const ContextTarget = z.looseObject({
  status: text,
  error: text,
  attempted_context_tokens: amount,
  target_tokens: amount,
  output_tokens: amount,
  output_token_source: text,
  prompt_tokens: amount,
  content_chunks: amount,
  reasoning_chunks: amount,
  time_to_first_output_ms: amount,
  ttft_ms: amount,
  e2e_ms: amount,
  generation_ms: amount,
  decode_tok_s: num,
  effective_prefill_tok_s: num,
  mean_inter_token_latency_ms: num,
  usage: Usage
});
export type ContextTarget = z.infer<typeof ContextTarget>;

export const Bakeoff = z.looseObject({
  schema: z.literal("anvil-serving.fast-tier-bakeoff/v1"),
  identity: z.looseObject({model: text, engine: text, gpu: text, config_id: text, started_at: text}).nullish(),
  context: z.looseObject({max_model_len: amount, targets: listOf(ContextTarget)}).nullish(),
  evaluation_protocol: z.looseObject({visible_answer_tokens: amount, reasoning_headroom_tokens: amount}).nullish(),
  intelligence: Section,
  session: Section,
  tool: Section,
  suites: z
    .record(z.string(), z.looseObject({status: text, source: text, source_sha256: text, checks: listOf(BakeoffCheck)}))
    .nullish(),
  thinking: z
    .looseObject({
      mode: text,
      reasoning_effort: text,
      control_evidence: text,
      control_evidence_sha256: text
    })
    .nullish(),
  source_recipe: z.looseObject({ref: text}).nullish(),
  score_inputs: z.record(z.string(), z.unknown().optional()).nullish(),
  failures: listOf(z.looseObject({suite: text, error: text})),
  timing: z.looseObject({chat: z.record(z.string(), z.unknown().optional()).nullish(), wall_ms: amount}).nullish()
});
export type Bakeoff = z.infer<typeof Bakeoff>;
