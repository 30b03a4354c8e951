import {z} from "zod";

const required = z.boolean().default(true);

/** The audit's numbers (design, section 8.3). Fractions unless the name carries a unit. */
export const AuditPolicy = z.strictObject({
  cache_share_max: z.number().default(0.05),
  cache_page_tokens: z.number().int().default(64),
  nominal_off_max: z.number().default(0.02),
  short_generation_tokens: z.number().int().default(64),
  rate_min_tokens: z.number().int().default(16),
  output_length_ratio_max: z.number().default(1.5),
  degenerate_period_max: z.number().int().default(200),
  degenerate_suffix_min: z.number().int().default(96),
  degenerate_tokens_per_chunk_ratio: z.number().default(1.5),
  warmup_ttfo_ratio: z.number().default(1.25),
  collapsed_share: z.number().default(0.1),
  little_off_max: z.number().default(0.02),
  loop_delay_ms: z.number().default(2),
  loop_utilisation_max: z.number().default(0.7),
  cpu_share_max: z.number().default(0.8),
  shared_read_share_max: z.number().default(0.1),
  throttled_sample_share: z.number().default(0.05),
  power_cap_clock_off: z.number().default(0.03),
  spec_median_off_max: z.number().default(0.1),
  clock_step_ms: z.number().default(50)
});
export type AuditPolicy = z.infer<typeof AuditPolicy>;

/** Gates with their thresholds. Defaults are those of the worked example. */
export const Policy = z.strictObject({
  schema: z.literal("assay.policy/v1"),
  name: z.string(),
  preflight: z
    .strictObject({
      required,
      checks: z
        .array(z.string())
        .default([
          "smoke",
          "json",
          "needle",
          "tools",
          "long-tools",
          "streaming-tools",
          "tool-result",
          "responses",
          "image",
          "ocr"
        ]),
      tool_calls: z.number().int().default(20),
      long_prompt_tokens: z.number().int().default(100_000)
    })
    .prefault({}),
  thinking: z
    .strictObject({required, controls: z.array(z.enum(["disabled", "enabled"])).default(["disabled", "enabled"])})
    .prefault({}),
  quality: z
    .strictObject({required, attempts: z.number().int().default(15), visible_tokens: z.number().int().default(2048)})
    .prefault({}),
  multimodal: z.strictObject({required, attempts: z.number().int().default(12)}).prefault({}),
  endurance: z.strictObject({required, requests: z.number().int().default(60)}).prefault({}),
  reserve: z.strictObject({required, free_mib: z.number().default(3072)}).prefault({}),
  restoration: z.strictObject({required}).prefault({}),
  select: z.enum(["largest-context-then-decode", "decode-then-context"]).default("largest-context-then-decode"),
  alpha: z.number().default(0.05),
  audit: AuditPolicy.prefault({})
});
export type Policy = z.infer<typeof Policy>;

/** Gate names in the order of the report, with their class and the stage kind that decides them. */
export const GATES = [
  {gate: "preflight", title: "full functional preflight", class: "function"},
  {gate: "thinking", title: "thinking control", class: "function"},
  {gate: "quality", title: "coding-agent quality", class: "workload"},
  {gate: "multimodal", title: "multimodal", class: "workload"},
  {gate: "endurance", title: "endurance", class: "workload"},
  {gate: "reserve", title: "post-workload reserve", class: "policy"},
  {gate: "restoration", title: "exact restoration", class: "function"}
] as const;
