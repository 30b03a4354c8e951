import type {HostReading} from "../../host/client/index.js";
import {GpuSampler, readGpus, type GpuReading} from "../../host/gpu/index.js";
import type {EvidenceWriter, LineFile} from "../../record/index.js";

/** Series of /metrics that are kept; a server shows hundreds. Bucket series are left out. */
const KEPT = /^(sglang|vllm|llamacpp):/;
const LEFT_OUT = /_bucket$|_created$/;

/** Where a sample belongs. */
export interface Place {
  profile: string | null;
  stage: string | null;
}

/** `telemetry/gpu.jsonl` and `telemetry/server.jsonl` through a whole campaign. */
export class Telemetry {
  place: Place = {profile: null, stage: null};
  readonly readings: GpuReading[] = [];
  #sampler: GpuSampler | null = null;
  #gpuFile: LineFile | null = null;
  #serverFile: LineFile | null = null;
  #pending: Promise<void> = Promise.resolve();
  readonly #from = performance.now();

  constructor(
    private readonly writer: EvidenceWriter,
    private readonly nvidiaSmi: string[] | null,
    private readonly now: () => Date,
    private readonly everyMs = 500
  ) {}

  /** Starts the sampler when the host has cards. Resolves to the cards in words, or null. */
  async start(suffix: string): Promise<string | null> {
    this.#serverFile = await this.writer.lines(`telemetry/server${suffix}.jsonl`, {sync: false});
    if (this.nvidiaSmi === null) return null;
    const gpus = await readGpus(this.nvidiaSmi, this.writer.campaignId);
    if (gpus.length === 0) return null;
    this.#gpuFile = await this.writer.lines(`telemetry/gpu${suffix}.jsonl`, {sync: false});
    const file = this.#gpuFile;
    this.#sampler = new GpuSampler({
      argv: this.nvidiaSmi,
      salt: this.writer.campaignId,
      everyMs: this.everyMs,
      label: () => ({...this.place, t_ms: performance.now() - this.#from}),
      now: this.now,
      onSample: (sample) => {
        this.readings.push(sample);
        this.#pending = this.#pending.then(() => file.append(sample)).catch(() => undefined);
      }
    });
    const names = [...new Set(gpus.map((gpu) => gpu.name ?? "unnamed card"))];
    return `${gpus.length}x ${names.join(", ")}`;
  }

  get hasGpus(): boolean {
    return this.#sampler !== null;
  }

  /** Why sampling stopped by itself; null while it runs. */
  get problem(): string | null {
    return this.#sampler?.problem ?? null;
  }

  /** The processes on the cards now are the server's own. */
  adopt = async (): Promise<void> => this.#sampler?.adopt();
  lookForOthers = async (): Promise<void> => this.#sampler?.lookForOthers();

  /** Readings of a profile since a time of `readings`' clock (ms since the campaign's start). */
  readingsSince(tMs: number): GpuReading[] {
    return this.readings.filter((reading) => reading.t_ms >= tMs);
  }

  get tMs(): number {
    return performance.now() - this.#from;
  }

  /** Keeps the counters and gauges of one reading of /metrics. */
  async server(reading: HostReading): Promise<void> {
    const at = this.now().toISOString();
    for (const sample of reading.samples) {
      if (!KEPT.test(sample.metric) || LEFT_OUT.test(sample.metric) || !Number.isFinite(sample.value)) continue;
      const labels = Object.entries(sample.labels)
        .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
        .join(",");
      await this.#serverFile?.append({
        schema: "assay.server-sample/v1",
        at,
        t_ms: this.tMs,
        ...this.place,
        metric: sample.metric,
        labels,
        value: sample.value
      });
    }
  }

  async stop(): Promise<void> {
    await this.#sampler?.stop();
    await this.#pending;
    await this.#gpuFile?.close();
    await this.#serverFile?.close();
    this.#sampler = null;
  }
}
