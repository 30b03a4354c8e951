import type {HostSnapshot, RestorationRecord} from "../../../src/schema/host.js";

export type RestorationField = RestorationRecord["fields"][number];

/** GPU memory may be this much above what it was: contexts and allocators do not land on the same byte. */
export const GPU_SLACK_MIB = 256;

const IDENTITY = [
  "id",
  "name",
  "image",
  "image_id",
  "config_sha256",
  "host_config_sha256",
  "env_sha256",
  "command",
  "mounts",
  "ports",
  "shm_bytes",
  "restart_policy",
  "auto_remove"
] as const;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function field(
  name: string,
  before: unknown,
  after: unknown,
  equal: boolean | null = same(before, after)
): RestorationField {
  const oneSided = before === undefined || after === undefined;
  return {field: name, before: before ?? null, after: after ?? null, equal: oneSided ? null : equal, required: true};
}

/**
 * Field by field, the host before against after. `equal` is null where only one side was measured, and every field is required.
 * Two fields allow for a difference: files in shared memory may be fewer, and GPU memory at most 256 MiB more.
 */
export function compareSnapshots(before: HostSnapshot | null, after: HostSnapshot): RestorationField[] {
  const was = before?.incumbent ?? undefined;
  const is = after.incumbent ?? undefined;
  const fields = IDENTITY.map((key) => field(key, was?.[key], is?.[key]));
  fields.push(field("health", before?.health ?? undefined, after.health ?? undefined));
  fields.push(field("served_model", before?.served_model ?? undefined, after.served_model ?? undefined));

  for (const probe of after.probes) {
    const earlier = before?.probes.find((p) => p.name === probe.name);
    const of = (p: typeof probe) => ({verdict: p.verdict, value: p.value});
    const equal = earlier?.verdict === probe.verdict && (probe.kind === "shm" || earlier.value === probe.value);
    fields.push(field(`probe ${probe.name}`, earlier && of(earlier), of(probe), equal));
  }
  if (before?.shm_files != null || after.shm_files !== null) {
    const [b, a] = [before?.shm_files ?? undefined, after.shm_files ?? undefined];
    fields.push(field("shm_files", b, a, b !== undefined && a !== undefined && a <= b));
  }
  for (const gpu of before?.gpus ?? []) {
    const b = gpu.used_mib ?? undefined;
    const a = after.gpus.find((g) => g.gpu === gpu.gpu)?.used_mib ?? undefined;
    fields.push(field(`gpu ${gpu.gpu} used_mib`, b, a, b !== undefined && a !== undefined && a <= b + GPU_SLACK_MIB));
  }
  return fields;
}
