import {z} from "zod";
import {Instant} from "./common.js";

/** Another program, or a limit, measured in the same run; `ratio` is ours over it. */
export const Beside = z.object({name: z.string(), value: z.number(), ratio: z.number()});

/** One row of the benchmark's table. `spread`: half the range over the median of the repeats; null where there is one. */
export const BenchMeasure = z.object({
  what: z.string(),
  unit: z.string(),
  ours: z.number(),
  /** Design section 13, as a sentence; null where it names none. */
  target: z.string().nullable(),
  met: z.boolean().nullable(),
  peer: Beside.nullable(),
  limit: Beside.nullable(),
  n: z.number().int(),
  spread: z.number().nullable(),
  note: z.string().nullable()
});
export type BenchMeasure = z.infer<typeof BenchMeasure>;

export const BenchMachine = z.object({
  cpu: z.string(),
  cores: z.number().int(),
  memory_gib: z.number(),
  system: z.string(),
  node: z.string(),
  commit: z.string().nullable()
});

/** One part of the benchmark as it ran last; `failed` says why it has no or not all figures. */
export const BenchPart = z.object({
  title: z.string(),
  measured_at: Instant,
  seconds: z.number(),
  /** Runnable processes over cores when it began: above 1 the figures are not of a quiet machine. */
  load: z.number(),
  machine: BenchMachine,
  failed: z.string().nullable(),
  measures: z.array(BenchMeasure)
});
export type BenchPart = z.infer<typeof BenchPart>;

/** What `npm run bench` writes. */
export const BenchResults = z.object({schema: z.literal("assay.bench/v1"), parts: z.record(z.string(), BenchPart)});
export type BenchResults = z.infer<typeof BenchResults>;
