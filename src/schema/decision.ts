import {z} from "zod";
import {Instant, Measured, Sha256, Verdict} from "./common.js";

export const Severity = z.enum(["invalidates", "weakens", "note"]);
export type Severity = z.infer<typeof Severity>;

/** What a careful reviewer would raise. `metrics`: names that it touches; `invalidates` takes the rows out of these metrics' verdicts. */
export const Finding = z.object({
  rule: z.string(),
  severity: Severity,
  profile: z.string().nullable(),
  stage: z.string().nullable(),
  /** What was seen, with numbers. */
  detail: z.string(),
  why: z.string(),
  settle: z.string(),
  metrics: z.array(z.string()),
  comparison_id: z.string().nullable(),
  request_ids: z.array(z.string()),
  files: z.array(z.string())
});
export type Finding = z.infer<typeof Finding>;

export const GateResult = z.object({
  profile: z.string(),
  gate: z.string(),
  class: z.enum(["function", "workload", "policy"]),
  required: z.boolean(),
  verdict: Verdict,
  reason: z.string(),
  threshold: Measured,
  value: Measured,
  files: z.array(z.string())
});
export type GateResult = z.infer<typeof GateResult>;

export const Lineage = z.object({
  view: z.string(),
  sql: z.string(),
  request_ids: z.array(z.string()),
  /** Where the requests are too many to list: the statement that lists them; `request_ids` is empty then. */
  requests_sql: z.string().optional(),
  files: z.array(z.object({path: z.string(), sha256: Sha256}))
});

/** id: `<profile>/<stage>/<metric>_<stat>` */
export const PublishedValue = z.object({
  id: z.string(),
  name: z.string(),
  value: Measured,
  unit: z.string().nullable(),
  n: z.number().int().nullable(),
  lo: Measured,
  hi: Measured,
  coverage: Measured,
  basis: z.string().nullable(),
  reason: z.string().nullable(),
  findings: z.array(z.string()),
  /** The figure without the rows that a finding calls into doubt; null when there are none or none remain. */
  without_suspects: z.object({value: Measured, n: z.number().int()}).nullable(),
  lineage: Lineage
});
export type PublishedValue = z.infer<typeof PublishedValue>;

export const ComparisonWord = z.enum([
  "not comparable",
  "no evidence",
  "too few samples",
  "faster",
  "slower",
  "inconclusive"
]);

export const ComparisonResult = z.object({
  comparison_id: z.string(),
  metric: z.string(),
  baseline: z.string(),
  candidate: z.string(),
  nominal_prompt_tokens: z.number().int().nullable(),
  concurrency: z.number().int().nullable(),
  unit: z.enum(["boot", "request"]),
  scope: z.string(),
  better: z.enum(["higher", "lower"]),
  primary: z.boolean(),
  n_baseline: z.number().int(),
  n_candidate: z.number().int(),
  p50_baseline: Measured,
  p50_candidate: Measured,
  p50_ratio: Measured,
  ratio: Measured,
  lo: Measured,
  hi: Measured,
  coverage: Measured,
  min_p: Measured,
  p: Measured,
  word: ComparisonWord,
  needs: z.number().int().nullable(),
  reason: z.string().nullable(),
  samples: z.object({
    baseline: z.array(z.object({request_id: z.string(), value: z.number(), excluded: z.boolean()})),
    candidate: z.array(z.object({request_id: z.string(), value: z.number(), excluded: z.boolean()}))
  }),
  excluded_request_ids: z.array(z.string()),
  /** The same figures without the suspect rows: exploratory, beside, never instead. */
  exploratory: z
    .object({
      n_baseline: z.number().int(),
      n_candidate: z.number().int(),
      p50_ratio: Measured,
      ratio: Measured,
      lo: Measured,
      hi: Measured,
      coverage: Measured
    })
    .nullable(),
  protected: z.array(
    z.object({
      metric: z.string(),
      loss: z.number(),
      word: z.enum(["holds", "worse", "cannot tell"]),
      lo: Measured,
      hi: Measured
    })
  ),
  differs: z.array(
    z.object({setting: z.string(), baseline: z.unknown(), candidate: z.unknown(), allowed: z.boolean()})
  ),
  /** The same prompts in both arms: Hodges-Lehmann ratio of the pairs with its exact signed-rank interval. */
  paired: z
    .object({
      ratio: z.number(),
      lo: z.number(),
      hi: z.number(),
      coverage: z.number(),
      n: z.number().int(),
      exact: z.boolean()
    })
    .nullable()
    .optional(),
  /** What an A/A run differs by itself. */
  floor: Measured.optional(),
  /** p adjusted over the family. */
  holm_p: Measured.optional()
});
export type ComparisonResult = z.infer<typeof ComparisonResult>;

export const ProfileOutcome = z.enum(["verified", "policy-infeasible", "failed", "incomplete"]);

export const Decision = z.object({
  schema: z.literal("assay.decision/v1"),
  campaign_id: z.string(),
  root_hash: Sha256.nullable(),
  as_of: Instant.nullable(),
  simulated: z.boolean(),
  complete: z.boolean(),
  identity: z.object({
    model: z.string().nullable(),
    image: z.string().nullable(),
    served_model: z.string().nullable(),
    hardware: z.string().nullable(),
    context_tokens: z.number().int().nullable(),
    concurrency: z.number().int().nullable(),
    recipe: z.string().nullable(),
    unpinned: z.boolean()
  }),
  /** One sentence that a tired person understands, then why. */
  verdict: z.object({sentence: z.string(), why: z.array(z.string())}),
  profiles: z.array(z.object({profile: z.string(), outcome: ProfileOutcome, reason: z.string()})),
  selected: z.string().nullable(),
  sample_count: z.number().int().nullable(),
  gates: z.array(GateResult),
  values: z.array(PublishedValue),
  comparisons: z.array(ComparisonResult),
  findings: z.array(Finding),
  /** Audit rules that could not judge, and why: missing data is said, never taken for a good sign. */
  cannot_tell: z.array(z.object({rule: z.string(), title: z.string(), reason: z.string()})).default([]),
  failures: z.array(z.string()),
  limitations: z.array(z.string()),
  labels: z.object({evidence: z.array(z.string()), decision: z.array(z.string()), reported: z.array(z.string())}),
  promotion_authorized: z.boolean(),
  amendments: z.array(
    z.object({
      kind: z.string(),
      by: z.string(),
      at: z.string(),
      standing: z.string(),
      effect: z.boolean(),
      reason: z.string(),
      profile: z.string().nullable(),
      gate: z.string().nullable()
    })
  ),
  next_gate: z.string(),
  rules_hash: Sha256
});
export type Decision = z.infer<typeof Decision>;
