import {z} from "zod";
import {Instant, Measured, Verdict} from "./common.js";

export const GpuFacts = z.object({
  gpu: z.string(),
  name: z.string().nullable(),
  driver: z.string().nullable(),
  cuda: z.string().nullable(),
  total_mib: Measured,
  used_mib: Measured,
  free_mib: Measured,
  power_limit_w: Measured,
  ecc: z.string().nullable(),
  pcie_gen: Measured,
  pcie_width: Measured,
  processes: z.array(z.object({pid: z.number().int(), name: z.string().nullable(), used_mib: Measured}))
});

/** Identity of a container: inspect without State, NetworkSettings, RestartCount; environment as a hash. */
export const ContainerIdentity = z.object({
  id: z.string(),
  name: z.string(),
  image: z.string(),
  image_id: z.string(),
  config_sha256: z.string(),
  host_config_sha256: z.string(),
  env_sha256: z.string(),
  command: z.array(z.string()),
  mounts: z.array(z.string()),
  ports: z.array(z.string()),
  shm_bytes: z.number().nullable(),
  restart_policy: z.string().nullable(),
  auto_remove: z.boolean(),
  labels: z.record(z.string(), z.string())
});

export const ProbeResult = z.object({
  name: z.string(),
  kind: z.enum(["http", "container", "command", "file", "shm"]),
  verdict: Verdict,
  value: z.string().nullable(),
  reason: z.string()
});

/** `host/before.json`, `host/after.json` */
export const HostSnapshot = z.object({
  schema: z.literal("assay.host/v1"),
  captured_at: Instant,
  incumbent: ContainerIdentity.nullable(),
  served_model: z.string().nullable(),
  health: z.boolean().nullable(),
  server_info: z.unknown(),
  gpus: z.array(GpuFacts),
  probes: z.array(ProbeResult),
  shm_files: z.number().int().nullable(),
  disk_free_mib: Measured,
  kernel: z.string().nullable(),
  engine: z.string().nullable()
});
export type HostSnapshot = z.infer<typeof HostSnapshot>;

/** `restoration.json`: field by field, before against after. `equal` null: only one side has it. */
export const RestorationRecord = z.object({
  schema: z.literal("assay.restoration/v1"),
  applicable: z.boolean(),
  reason: z.string().nullable(),
  restored_at: Instant.nullable(),
  restored_by: z.enum(["campaign", "restore", "watchdog", "foreign"]).nullable(),
  fields: z.array(
    z.object({
      field: z.string(),
      before: z.unknown(),
      after: z.unknown(),
      equal: z.boolean().nullable(),
      required: z.boolean()
    })
  ),
  health: z.boolean().nullable(),
  token_generated: z.boolean().nullable(),
  candidate_gone: z.boolean().nullable(),
  downtime_s: Measured,
  source_files: z.array(z.string())
});
export type RestorationRecord = z.infer<typeof RestorationRecord>;

/** One line of `telemetry/gpu.jsonl`. */
export const GpuSample = z.object({
  schema: z.literal("assay.gpu-sample/v1"),
  at: Instant,
  t_ms: z.number(),
  profile: z.string().nullable(),
  stage: z.string().nullable(),
  gpu: z.string(),
  total_mib: Measured,
  used_mib: Measured,
  free_mib: Measured,
  utilisation_pct: Measured,
  power_w: Measured,
  temperature_c: Measured,
  sm_clock_mhz: Measured,
  throttle_bits: z.number().int().nullable(),
  other_processes: z.number().int().nullable()
});
export type GpuSample = z.infer<typeof GpuSample>;

/** One line of `telemetry/server.jsonl`. */
export const ServerSample = z.object({
  schema: z.literal("assay.server-sample/v1"),
  at: Instant,
  t_ms: z.number(),
  profile: z.string().nullable(),
  stage: z.string().nullable(),
  metric: z.string(),
  labels: z.string(),
  value: z.number()
});
export type ServerSample = z.infer<typeof ServerSample>;
