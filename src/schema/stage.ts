import {z} from "zod";
import {Basis} from "./basis.js";
import {Instant, Measured, ProfileName, StageName, Verdict} from "./common.js";

export const StageKind = z.enum([
  "snapshot",
  "launch",
  "preflight",
  "thinking",
  "capacity",
  "quality",
  "multimodal",
  "endurance",
  "reserve",
  "restore"
]);
export type StageKind = z.infer<typeof StageKind>;

/** One functional check. `check_id` is one of section 6 (smoke, json, needle, tools, long-tools, streaming-tools, tool-result, responses, image, ocr; thinking-disabled, thinking-enabled) or the file's own name for it. */
export const Check = z.object({
  check_id: z.string(),
  verdict: Verdict,
  reason: z.string(),
  basis: Basis.nullable(),
  /** e.g. 20 of 20 tool calls; 194227 measured prompt tokens. */
  passed: z.number().int().nullable(),
  planned: z.number().int().nullable(),
  measured_prompt_tokens: z.number().int().nullable(),
  request_ids: z.array(z.string())
});
export type Check = z.infer<typeof Check>;

/** One graded attempt of a quality or multimodal task. `grader` says how: executed, diff-applied, assertions, text-match, harness-flag. */
export const Attempt = z.object({
  task: z.string(),
  attempt: z.number().int().positive(),
  verdict: z.enum(["pass", "fail", "inconclusive"]),
  failure_class: z.string().nullable(),
  grader: z.enum(["executed", "diff-applied", "assertions", "text-match", "harness-flag"]),
  reason: z.string(),
  request_id: z.string().nullable(),
  output_sha256: z.string().nullable()
});
export type Attempt = z.infer<typeof Attempt>;

/** Free memory of one card through a profile. `peak_mib` is the free memory at the peak of use: the lowest seen. */
export const ReserveReading = z.object({
  gpu: z.string(),
  idle_mib: Measured,
  peak_mib: Measured,
  after_mib: Measured,
  settle_s: Measured,
  threshold_mib: Measured
});
export type ReserveReading = z.infer<typeof ReserveReading>;

/** Server state read before and after a stage. Unknown is null. `raw` is the redacted answer. */
export const ServerState = z.object({
  captured_at: Instant.nullable(),
  requests_total: Measured,
  prompt_tokens_total: Measured,
  generation_tokens_total: Measured,
  cached_tokens_total: Measured,
  running_requests: Measured,
  spec_verify_calls_total: Measured,
  spec_steps: Measured,
  spec_draft_tokens: Measured,
  /** avg_spec_accept_length: since boot or flush. */
  accept_length_since_boot: Measured,
  cache_hit_rate: Measured,
  cache_reporting: z.boolean().nullable(),
  version: z.string().nullable(),
  raw: z.unknown()
});
export type ServerState = z.infer<typeof ServerState>;

export const StageFailure = z.object({
  code: z.string(),
  message: z.string(),
  log_tail: z.array(z.string()).optional()
});

/** `<profile>/<NN-slug>.json` */
export const StageRecord = z.object({
  schema: z.literal("assay.stage/v1"),
  profile: ProfileName,
  stage: StageName,
  kind: StageKind,
  boot_id: z.string().nullable(),
  /** Position in time of this stage among the campaign's: order of the arms is read from it. */
  started_at: Instant.nullable(),
  ended_at: Instant.nullable(),
  wall_s: Measured,
  /** Settings of a measured point. Keys used by the analysis are listed; others are kept and compared by rule unmatched-arms. */
  settings: z
    .object({
      nominal_prompt_tokens: z.number().int().nullable(),
      concurrency: z.number().int().nullable(),
      max_tokens: z.number().int().nullable(),
      cache_declared: z.enum(["cold", "warm"]).nullable(),
      thinking: z.enum(["default", "enabled", "disabled"]).nullable(),
      n_planned: z.number().int().nullable(),
      /** Kinds of gate that this stage's requests also serve (endurance for a long capacity point). */
      also: z.array(StageKind).default([]),
      time_scale: z.number().nullable()
    })
    .catchall(z.unknown()),
  server_before: ServerState.nullable(),
  server_after: ServerState.nullable(),
  checks: z.array(Check),
  attempts: z.array(Attempt),
  reserve: z.array(ReserveReading),
  failure: StageFailure.nullable(),
  /** The foreign file this stage came from, relative to the campaign's folder; null when captured. */
  source_file: z.string().nullable(),
  notes: z.array(z.string())
});
export type StageRecord = z.infer<typeof StageRecord>;
