import {z} from "zod";
import {Basis} from "./basis.js";
import {CampaignId, Instant, ProfileName, Sha256, StageName} from "./common.js";
import {ComparisonSpec} from "./comparison.js";

/** A recipe with a context and a concurrency, as measured. Null: not known. */
export const ProfileRecord = z.object({
  profile: ProfileName,
  /** `reported`: a profile of which only claims exist. */
  role: z.enum(["candidate", "incumbent", "baseline", "reported"]),
  recipe: z.string().nullable(),
  model: z.string().nullable(),
  model_revision: z.string().nullable(),
  image: z.string().nullable(),
  image_digest: z.string().nullable(),
  served_model: z.string().nullable(),
  engine: z.string().nullable(),
  gpu: z.string().nullable(),
  context_tokens: z.number().int().nullable(),
  concurrency: z.number().int().nullable(),
  /** Settings that distinguish arms: serve flags, template hash, patches, environment hash. Flat. */
  settings: z.record(z.string(), z.unknown())
});
export type ProfileRecord = z.infer<typeof ProfileRecord>;

/** `campaign.json`: who, what and when. Written once, at the start. */
export const CampaignRecord = z.object({
  schema: z.literal("assay.campaign/v1"),
  campaign_id: CampaignId,
  /** captured: by the loaders; imported: foreign raw files; reported: claims without raw evidence. */
  origin: z.enum(["captured", "imported", "reported"]),
  question: z.string().nullable(),
  simulated: z.boolean(),
  time_scale: z.number().nullable(),
  lifecycle: z.enum(["managed", "attached"]).nullable(),
  tool: z.object({name: z.string(), version: z.string(), commit: z.string().nullable()}),
  plan_sha256: Sha256.nullable(),
  policy_sha256: Sha256,
  started_at: Instant.nullable(),
  /** Imported campaigns know it; a captured one's end is the seal's time. */
  finished_at: Instant.nullable(),
  clocks: z.array(z.object({monotonic_ns: z.string(), wall: Instant})),
  hardware: z.string().nullable(),
  ceilings: z.object({decode_tok_s: z.number().nullable(), prefill_tok_s: z.number().nullable()}),
  profiles: z.array(ProfileRecord),
  comparisons: z.array(ComparisonSpec),
  not_applicable: z.array(z.object({what: z.string(), reason: z.string()})),
  /** What an imported manifest declares; each is shown as reported. */
  declared: z.object({
    evidence_labels: z.array(z.string()),
    decision_labels: z.array(z.string()),
    promotion_authorized: z.boolean().nullable()
  })
});
export type CampaignRecord = z.infer<typeof CampaignRecord>;

/** One line of `reported.jsonl`: a value that a foreign file claims. */
export const ReportedRecord = z.object({
  schema: z.literal("assay.reported/v1"),
  profile: ProfileName.nullable(),
  stage: StageName.nullable(),
  metric: z.string(),
  /** p50, p90, p95, p99, mean, min, max, total, value, count, text, ... */
  statistic: z.string(),
  value: z.number().nullable(),
  /** A claim that is not a number (a label, a status, a sentence). */
  text: z.string().nullable(),
  unit: z.string().nullable(),
  basis: Basis.nullable(),
  file: z.string(),
  json_path: z.string()
});
export type ReportedRecord = z.infer<typeof ReportedRecord>;

/** `import.json`: what became of every file of an imported folder. */
export const ImportRecord = z.object({
  schema: z.literal("assay.import/v1"),
  files: z.array(
    z.object({
      name: z.string(),
      sha256: Sha256,
      size: z.number().int(),
      format: z.string().nullable(),
      mapped: z.boolean(),
      reason: z.string().nullable(),
      /** Path of the kept bytes, relative to the campaign; ends in `.redacted` when a secret was taken out. */
      kept_as: z.string().nullable(),
      stages: z.array(z.string()),
      not_mapped: z.array(z.string()),
      problems: z.array(z.string())
    })
  ),
  /** Files that a foreign manifest names, with the reason when they are not here. */
  named: z.array(
    z.object({file: z.string(), by: z.string(), present: z.boolean(), hash_matches: z.boolean().nullable()})
  )
});
export type ImportRecord = z.infer<typeof ImportRecord>;
