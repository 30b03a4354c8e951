import {z} from "zod";
import {Basis} from "./basis.js";
import {Instant, Measured, ProfileName, Sha256, StageName} from "./common.js";

export const RequestStatus = z.enum(["ok", "http_error", "stream_error", "truncated", "timeout", "aborted"]);
export type RequestStatus = z.infer<typeof RequestStatus>;

/** One tool call as it was put together from its pieces; `arguments` is the parsed value where the text parses, else the text. */
export const ToolCall = z.object({id: z.string().nullable(), name: z.string().nullable(), arguments: z.unknown()});
export type ToolCall = z.infer<typeof ToolCall>;

/** The client's own condition while the request ran: what rule `client-bound` and `proxy-buffered` read. */
export const ClientHealth = z.object({
  loop_delay_p99_ms: Measured,
  loop_utilisation: Measured,
  cpu_share: Measured,
  shared_read_share: Measured
});

/** What was measured of one HTTP attempt; the part of a record that derives from its wire frames alone. Times are ms since t=0. */
export const Derived = z.object({
  status: RequestStatus,
  http_status: z.number().int().nullable(),
  finish_reason: z.string().nullable(),
  error: z.string().nullable(),
  ttfo_ms: Measured,
  ttft_ms: Measured,
  first_reasoning_ms: Measured,
  first_tool_ms: Measured,
  last_output_ms: Measured,
  e2e_ms: Measured,
  /** last_output_ms - ttfo_ms; in foreign files by their own definition, see `basis`. */
  generation_ms: Measured,
  output_deltas: z.number().int().nullable(),
  prompt_tokens: z.number().int().nullable(),
  output_tokens: z.number().int().nullable(),
  cached_tokens: z.number().int().nullable(),
  reasoning_tokens: z.number().int().nullable(),
  /** k: tokens counted at the first output delta. */
  first_delta_tokens: z.number().nullable(),
  /** m: tokens counted at the last output delta. */
  last_delta_tokens: z.number().nullable(),
  decode_basis: Basis.nullable(),
  cached_basis: Basis.nullable(),
  output_tokens_basis: Basis.nullable(),
  /** Basis of effective_prefill_tok_s where it is not prompt over ttfo: `prompt-over-ttft`. */
  prefill_basis: Basis.nullable(),
  chunk_gap_ms_p50: Measured,
  max_stall_ms: Measured,
  accept_length: Measured,
  content: z.string().nullable(),
  reasoning: z.string().nullable(),
  tool_calls: z.array(ToolCall)
});
export type Derived = z.infer<typeof Derived>;

/** One line of `<NN-slug>.requests.jsonl`. `request_id` = `<profile>/<stage>#<index>`, from 0. */
export const RequestRecord = Derived.extend({
  schema: z.literal("assay.request/v1"),
  request_id: z.string(),
  profile: ProfileName,
  stage: StageName,
  index: z.number().int().nonnegative(),
  phase: z.enum(["warmup", "measured"]),
  boot_id: z.string().nullable(),
  nominal_prompt_tokens: z.number().int().nullable(),
  concurrency: z.number().int().positive().nullable(),
  max_tokens: z.number().int().nullable(),
  cache_declared: z.enum(["cold", "warm"]).nullable(),
  /** Wall clock of t=0. */
  sent_at: Instant.nullable(),
  /** Monotonic ms from the stage's start to t=0; null in foreign files that do not hold it. */
  sent_ms: Measured,
  connect_ms: Measured,
  reused: z.boolean().nullable(),
  in_flight_mean: Measured,
  /** Names the prompt: equal in both arms of a comparison when they were given the same prompt. */
  prompt_id: z.string().nullable(),
  prompt_sha256: Sha256.nullable(),
  thinking: z.enum(["default", "enabled", "disabled"]).nullable(),
  offered_tools: z.array(z.string()).nullable(),
  /** What it was sent for: a check id, a task, or null in capacity points. */
  purpose: z.string().nullable(),
  ignore_eos: z.boolean().nullable(),
  template_tokens: z.number().int().nullable(),
  short: z.boolean().nullable(),
  client: ClientHealth.nullable()
});
export type RequestRecord = z.infer<typeof RequestRecord>;
