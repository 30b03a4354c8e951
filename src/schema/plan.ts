import {z} from "zod";
import {ComparisonSpec} from "./comparison.js";
import {ProfileName} from "./common.js";

const count = z.number().int().positive();

export const CapacityPoint = z.strictObject({
  nominal_prompt_tokens: count,
  concurrency: count.default(1),
  max_tokens: count.default(256),
  repeats: count.default(6),
  cache: z.enum(["cold", "warm"]).default("cold")
});

/** What to run on a profile. A stage that is absent is not planned; `true` takes the policy's numbers. */
export const ProfileStages = z.strictObject({
  preflight: z.boolean().default(false),
  /** Checks to run; absent: all ten. */
  preflight_checks: z.array(z.string()).optional(),
  thinking: z.boolean().default(false),
  capacity: z.array(CapacityPoint).default([]),
  quality: z.boolean().default(false),
  multimodal: z.boolean().default(false),
  endurance: z
    .strictObject({
      requests: count.default(60),
      nominal_prompt_tokens: count.default(4096),
      max_tokens: count.default(256)
    })
    .nullable()
    .default(null),
  reserve: z.boolean().default(false)
});

export const PlanProfile = z.strictObject({
  profile: ProfileName,
  role: z.enum(["candidate", "baseline"]).default("candidate"),
  /** Path of a recipe, relative to the plan. Required when managed. */
  recipe: z.string().nullable().default(null),
  /** Attached mode: the model to ask for; absent: the only one that the server offers. */
  served_model: z.string().nullable().default(null),
  model: z.string().nullable().default(null),
  image: z.string().nullable().default(null),
  context_tokens: count.nullable().default(null),
  concurrency: count.default(1),
  boots: count.default(1),
  stages: ProfileStages
});

export const Probe = z.discriminatedUnion("kind", [
  z.strictObject({
    name: z.string(),
    kind: z.literal("http"),
    url: z.string(),
    status: z.number().int().default(200),
    json_path: z.string().optional(),
    equals: z.string().optional()
  }),
  z.strictObject({
    name: z.string(),
    kind: z.literal("container"),
    container: z.string(),
    state: z.string().default("running")
  }),
  z.strictObject({
    name: z.string(),
    kind: z.literal("command"),
    argv: z.array(z.string()).min(1),
    stdout: z.string().optional()
  }),
  z.strictObject({name: z.string(), kind: z.literal("file"), path: z.string(), sha256: z.string().optional()}),
  z.strictObject({
    name: z.string(),
    kind: z.literal("shm"),
    path: z.string().default("/dev/shm"),
    max_files: z.number().int().default(0)
  })
]);

/** A campaign's TOML. Unknown keys are errors; every problem is told at once, with its path. */
export const Plan = z.strictObject({
  schema: z.literal("assay.plan/v1").default("assay.plan/v1"),
  campaign: z.strictObject({
    slug: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, "lower-case letters, digits and hyphens"),
    question: z.string().nullable().default(null)
  }),
  host: z.strictObject({
    base_url: z
      .url({protocol: /^https?$/})
      .nullable()
      .default(null),
    api_key_env: z.string().nullable().default(null),
    hardware: z.string().nullable().default(null),
    decode_ceiling_tok_s: z.number().positive().nullable().default(null),
    prefill_ceiling_tok_s: z.number().positive().nullable().default(null),
    /** argv of an nvidia-smi; `none` when the host has no such program. */
    nvidia_smi: z.union([z.literal("none"), z.array(z.string()).min(1)]).default(["nvidia-smi"]),
    owner_ok: z.boolean().default(false),
    flush_ok: z.boolean().default(false)
  }),
  lifecycle: z.enum(["managed", "attached"]),
  incumbent: z
    .strictObject({
      container: z.string(),
      base_url: z.url({protocol: /^https?$/}),
      measure: z.array(CapacityPoint).default([])
    })
    .nullable()
    .default(null),
  seed: z.number().int().default(1),
  temperature: z.number().min(0).default(0),
  limits: z
    .strictObject({
      first_output_s: z.number().positive().default(600),
      stall_s: z.number().positive().default(120),
      total_s: z.number().positive().default(3600),
      launch_s: z.number().positive().default(1800),
      settle_s: z.number().nonnegative().default(10)
    })
    .prefault({}),
  profiles: z.array(PlanProfile).min(1),
  comparisons: z.array(ComparisonSpec).default([]),
  probes: z.array(Probe).default([]),
  /** Path of a policy, relative to the plan; absent: configs/policies/default.toml. */
  policy: z.string().nullable().default(null),
  not_applicable: z.array(z.strictObject({what: z.string(), reason: z.string().min(1)})).default([]),
  /** Rehearsals only. */
  simulator: z
    .strictObject({
      time_scale: z.number().positive().default(1),
      faults: z.array(z.string()).default([]),
      seed: z.number().int().default(1)
    })
    .nullable()
    .default(null)
});
export type Plan = z.infer<typeof Plan>;
