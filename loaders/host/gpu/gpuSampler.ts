import {spawn, type ChildProcess} from "node:child_process";
import {createInterface} from "node:readline";
import type {z} from "zod";
import type {GpuSample} from "../../../src/schema/host.js";
import {cells, numberCell, textCell} from "./csv.js";
import {gpuName} from "./gpuName.js";
import {readGpuProcesses} from "./readGpus.js";

export type GpuReading = z.infer<typeof GpuSample>;

const BASE = "index,uuid,memory.total,memory.used,memory.free,utilization.gpu,power.draw,temperature.gpu,clocks.sm";
/** Newer drivers call it clocks_event_reasons, older ones clocks_throttle_reasons. */
const THROTTLE = ["clocks_event_reasons.active", "clocks_throttle_reasons.active"] as const;

export interface GpuSamplerOptions {
  argv: readonly string[];
  salt: string;
  everyMs: number;
  /** Where and when the samples belong: asked for each. */
  label(): {profile: string | null; stage: string | null; t_ms: number};
  onSample(sample: GpuReading): void;
  now(): Date;
}

/**
 * Samples every card through one long-running nvidia-smi. A driver that does not know a field is asked again with its older
 * name; a process that dies is told in `problem` and not started again, since a second one would hide the gap.
 */
export class GpuSampler {
  #child: ChildProcess | null = null;
  #stopped = false;
  #ours = new Set<number>();
  #others = new Map<string, number>();
  problem: string | null = null;

  constructor(private readonly options: GpuSamplerOptions) {
    this.#start(0);
  }

  /** Processes on the cards now are the server's own; later ones are others. */
  async adopt(): Promise<void> {
    const apps = await readGpuProcesses(this.options.argv);
    this.#ours = new Set(apps.map((app) => app.pid));
    this.#others = new Map(apps.map((app) => [app.uuid, 0]));
  }

  /** Looks for processes that are not the server's; counted in the samples from here on. */
  async lookForOthers(): Promise<void> {
    const apps = await readGpuProcesses(this.options.argv);
    const counts = new Map<string, number>();
    for (const app of apps) counts.set(app.uuid, (counts.get(app.uuid) ?? 0) + (this.#ours.has(app.pid) ? 0 : 1));
    this.#others = counts;
  }

  stop(): Promise<void> {
    this.#stopped = true;
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
    return new Promise((done) => {
      child.once("close", () => done());
      child.kill();
    });
  }

  #start(variant: number): void {
    const [program, ...rest] = this.options.argv;
    const throttle = THROTTLE[variant];
    if (program === undefined || throttle === undefined) return;
    const child = spawn(
      program,
      [
        ...rest,
        `--query-gpu=${BASE},${throttle}`,
        "--format=csv,noheader,nounits",
        "-lms",
        String(this.options.everyMs)
      ],
      {stdio: ["ignore", "pipe", "pipe"]}
    );
    this.#child = child;
    let samples = 0;
    let said = "";
    createInterface({input: child.stdout}).on("line", (line) => {
      if (this.#stopped) return;
      const sample = this.#sample(line);
      if (sample) {
        samples += 1;
        this.options.onSample(sample);
      } else if (said.length < 500) said += line;
    });
    child.stderr.on("data", (piece: Buffer) => {
      if (said.length < 500) said += piece.toString("utf8");
    });
    child.on("error", (error: NodeJS.ErrnoException) => {
      this.problem = error.code === "ENOENT" ? `${program} is not installed` : `${program} did not start`;
    });
    child.on("close", (code) => {
      if (this.#stopped || this.problem) return;
      if (samples === 0 && /not a valid field/i.test(said) && variant + 1 < THROTTLE.length) this.#start(variant + 1);
      else this.problem = `${program} ended by itself (code ${code ?? "unknown"}): ${said.trim().slice(0, 200)}`;
    });
  }

  #sample(line: string): GpuReading | null {
    const [index, uuid, total, used, free, utilisation, power, temperature, clock, throttle] = cells(line);
    if (index === undefined || !/^\d+$/.test(index) || free === undefined) return null;
    const known = textCell(uuid);
    return {
      schema: "assay.gpu-sample/v1",
      at: this.options.now().toISOString(),
      ...this.options.label(),
      gpu: gpuName(index, known, this.options.salt),
      total_mib: numberCell(total),
      used_mib: numberCell(used),
      free_mib: numberCell(free),
      utilisation_pct: numberCell(utilisation),
      power_w: numberCell(power),
      temperature_c: numberCell(temperature),
      sm_clock_mhz: numberCell(clock),
      throttle_bits: numberCell(throttle),
      other_processes: known === null ? null : (this.#others.get(known) ?? null)
    };
  }
}
