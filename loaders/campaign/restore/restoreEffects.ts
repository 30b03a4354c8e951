import type {z} from "zod";
import type {GpuFacts, ProbeResult} from "../../../src/schema/host.js";
import type {Probe} from "../../../src/schema/plan.js";
import type {Containers, Readiness, WaitReadyOptions} from "../../host/containers/index.js";

/** Everything a restoration touches. */
export interface RestoreEffects {
  containers: Containers;
  /** Cards with their memory; empty where there is no nvidia-smi. `salt`: the campaign's id, from which cards are named. */
  gpus(argv: string[] | null, salt: string): Promise<z.infer<typeof GpuFacts>[]>;
  probe(probe: z.infer<typeof Probe>): Promise<z.infer<typeof ProbeResult>>;
  waitReady(baseUrl: string, options: WaitReadyOptions): Promise<Readiness>;
  /** Files in /dev/shm; null where there is none. */
  shmFiles(): Promise<number | null>;
  /** MiB free on the disk that holds `path`. */
  diskFreeMib(path: string): Promise<number | null>;
  env: NodeJS.ProcessEnv;
  now(): Date;
  sleep(ms: number): Promise<void>;
  /** A sentence for whoever waits. */
  talk(sentence: string): void;
  /** Seconds between SIGTERM and SIGKILL. */
  graceS: number;
  /** Seconds in which an engine that does not answer may come back. */
  engineS: number;
  /** Seconds in which memory may still be released. */
  settleS: number;
}

/** Where a restoration writes: a campaign's open record, or one opened again later. */
export interface RestoreSink {
  append(event: string, detail: Record<string, unknown>): Promise<void> | void;
  /** Creates a file of canonical JSON below the campaign's folder; the name is numbered when it is taken. Resolves to it. */
  write(path: string, record: unknown): Promise<string>;
  /** Keeps the log of a candidate that a killed campaign left. */
  log(profile: string, text: string): Promise<void> | void;
}
