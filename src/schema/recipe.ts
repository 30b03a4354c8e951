import {z} from "zod";
import {ProfileName} from "./common.js";

const pinnedImage = z.string().regex(/^[^\s@]+@sha256:[0-9a-f]{64}$/, "name@sha256:<64 hex digits>");
const pinnedModel = z.string().regex(/^[^\s@]+@[^\s@]+$/, "repo@revision");

/** How a model is served. `image` and `model` are pinned; `files` are hashed into the record (mounts, patches, template). */
export const Recipe = z.strictObject({
  schema: z.literal("assay.recipe/v1"),
  name: ProfileName,
  served_model: z.string(),
  model: pinnedModel,
  image: pinnedImage,
  engine: z.string().default("sglang"),
  context_tokens: z.number().int().positive(),
  concurrency: z.number().int().positive(),
  command: z.array(z.string()).default([]),
  env: z.record(z.string(), z.string()).default({}),
  /** Names of variables whose values are taken from the operator's environment and never recorded. */
  env_from: z.array(z.string()).default([]),
  mounts: z
    .array(
      z.strictObject({
        source: z.string(),
        target: z.string(),
        read_only: z.boolean().default(true),
        hash: z.boolean().default(false)
      })
    )
    .default([]),
  patches: z.array(z.string()).default([]),
  chat_template: z.string().nullable().default(null),
  port: z.number().int().default(30000),
  host_port: z.number().int().nullable().default(null),
  shm_mib: z.number().int().nullable().default(null),
  ipc: z.enum(["private", "host", "shareable"]).default("private"),
  ulimits: z.record(z.string(), z.number().int()).default({}),
  gpus: z.union([z.literal("all"), z.literal("none"), z.array(z.string())]).default("all"),
  health_path: z.string().default("/health"),
  settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({})
});
export type Recipe = z.infer<typeof Recipe>;
