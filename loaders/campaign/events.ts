import {z} from "zod";
import {Probe} from "../../src/schema/plan.js";

/**
 * The events of the journal by which a killed campaign is restored, on any later day, from the journal alone.
 * The order of a managed campaign: incumbent.snapshot, candidate.created (every profile, while the incumbent still runs),
 * incumbent.stopping, incumbent.stopped, candidate.started, candidate.removed, incumbent.starting, incumbent.started, restored.
 * Each is written *before* its deed when it ends in -ing, after it otherwise, and flushed to the disk before going on.
 */
export const RESTORE_EVENTS = {
  /** host/before.json is written; nothing has been touched. */
  "incumbent.snapshot": z.object({
    id: z.string(),
    name: z.string(),
    base_url: z.string(),
    health_path: z.string().default("/health"),
    served_model: z.string().nullable(),
    /** Name of the variable that holds the server's key; never its value. */
    api_key_env: z.string().nullable(),
    /** Which engine, so that nobody restores on another. */
    engine_id: z.string(),
    was_running: z.boolean(),
    /** Path below the campaign's folder. */
    before: z.literal("host/before.json"),
    /** argv of the nvidia-smi; null when the plan says none. */
    nvidia_smi: z.array(z.string()).nullable(),
    launch_s: z.number(),
    /** The plan's probes, asked again for the proof. */
    probes: z.array(Probe).default([])
  }),
  "candidate.created": z.object({id: z.string(), name: z.string(), profile: z.string()}),
  "candidate.started": z.object({id: z.string(), profile: z.string(), boot_id: z.string()}),
  "candidate.removed": z.object({id: z.string(), name: z.string()}),
  "incumbent.stopping": z.object({id: z.string()}),
  "incumbent.stopped": z.object({id: z.string()}),
  /** It runs, and this campaign did not start it; `at` is the engine's time. */
  "incumbent.back": z.object({id: z.string(), at: z.string()}),
  "incumbent.starting": z.object({id: z.string()}),
  "incumbent.started": z.object({id: z.string()}),
  /** The incumbent could not be brought back; commands are what a person should run. */
  "restore.failed": z.object({code: z.string(), message: z.string(), commands: z.array(z.string())}),
  /** The proof is written (to `file`: an earlier restoration of the same campaign keeps its own); nothing is left to do. */
  restored: z.object({
    by: z.enum(["campaign", "restore", "watchdog"]),
    /** Every required field was proved. */
    exact: z.boolean(),
    file: z.string().optional()
  })
} as const;

export type RestoreEvent = keyof typeof RESTORE_EVENTS;
export type RestoreDetail<E extends RestoreEvent> = z.input<(typeof RESTORE_EVENTS)[E]>;

/** An event with its detail, checked, as `journal.append` takes it. */
export function restoreEvent<E extends RestoreEvent>(
  event: E,
  detail: RestoreDetail<E>
): [event: E, detail: Record<string, unknown>] {
  return [event, RESTORE_EVENTS[event].parse(detail) as Record<string, unknown>];
}
