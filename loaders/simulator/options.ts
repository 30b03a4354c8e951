/** What a simulated host is: the model, its rates and sizes, and how time runs. Loose options in, a complete set out. */

/** Rates and sizes of the simulated model on one pair of cards. Times in ms at a time scale of 1, memory in MiB per card. */
export interface ModelSpec {
  name: string;
  revision: string;
  contextTokens: number;
  maxRunning: number;
  /** Draft steps of speculation; 0 is none. */
  speculativeSteps: number;
  adaptive: boolean;
  metrics: boolean;
  cacheReport: boolean;
  /** Fixed part of a prefill, then per token, then per token squared. */
  prefillFixedMs: number;
  prefillTokenMs: number;
  prefillSquareMs: number;
  /** Added to the first prefill after a boot: kernels are compiled. */
  firstPrefillMs: number;
  /** One step at batch 1, without a draft. */
  stepMs: number;
  draftStepMs: number;
  verifyMs: number;
  /** Added to a step per 1,000 tokens of context in the batch. */
  contextStepMs: number;
  batchPenalty: number;
  batchExponent: number;
  /** Chance that a drafted token is accepted, in prose. */
  acceptance: number;
  /** Share by which durations vary. */
  jitter: number;
  bootMs: number;
}

export const defaultModel: ModelSpec = {
  name: "glm53-flash-simulated",
  revision: "c3cbb9891b67c741bcbf6b176dd7af9265b069db",
  contextTokens: 131_072,
  maxRunning: 4,
  speculativeSteps: 3,
  adaptive: true,
  metrics: true,
  cacheReport: true,
  prefillFixedMs: 150,
  prefillTokenMs: 0.175,
  prefillSquareMs: 1.2e-8,
  firstPrefillMs: 110,
  stepMs: 13.35,
  draftStepMs: 2.35,
  verifyMs: 1.6,
  contextStepMs: 0.016,
  batchPenalty: 0.62,
  batchExponent: 0.53,
  acceptance: 0.64,
  jitter: 0.03,
  bootMs: 90_000
};

/** The container that runs when the simulation starts. */
export interface IncumbentSpec {
  name: string;
  /** `name@sha256:...` */
  image: string;
  servedModel: string;
  /** Port on loopback; 0 picks a free one. */
  hostPort: number;
  contextTokens: number;
  /** Replaces the whole command line. */
  command?: string[];
  /** `NAME=value`, beside the usual ones. */
  env?: string[];
  /** `source:target[:ro]` of its mounts, in place of the usual ones: a check may ask whether a folder is there. */
  binds?: string[];
}

export interface ManagedSpec {
  incumbent: IncumbentSpec;
  /** `name@sha256:...` of every image that the engine holds, beside the incumbent's. */
  images: string[];
}

/** The incumbent of the worked example. */
export const defaultIncumbent: IncumbentSpec = {
  name: "glm53-k3-xgfix-dflash2-k5-524k",
  image: "ghcr.io/example/sglang-glm53-flash@sha256:4909e318ba1348a179824e210f90c268d6fc68e8b4e514af4782e26e6a1e5939",
  servedModel: "glm53-flash-exl3-k3-dflash2-k5-fp8-tp2-524k-vision-xgfix",
  hostPort: 0,
  contextTokens: 524_288
};

export interface SimulatorOptions {
  seed?: number;
  /**
   * Durations are multiplied by it: 1 is real time, 0.05 is twenty times shorter. Decode steps shorten alike,
   * until the fastest possible step is 5 ms: so the ratio of two recipes stays what it is.
   */
  timeScale?: number;
  /** Names from the catalogue `FAULTS`, each with optional parameters: `stall:every=4`. */
  faults?: string[];
  model?: Partial<ModelSpec>;
  apiKey?: string | null;
  /** Port of the attached host; 0 picks a free one. */
  port?: number;
  /** A container engine with an incumbent, instead of one attached server. */
  managed?: {incumbent?: Partial<IncumbentSpec>; images?: string[]};
}

export interface SimulatorConfig {
  seed: number;
  timeScale: number;
  decodeScale: number;
  faults: string[];
  model: ModelSpec;
  apiKey: string | null;
  port: number;
  managed: ManagedSpec | null;
}

/** No simulated decode step is shorter than this. */
export const shortestStepMs = 5;

/** The scale of decode steps: the time scale, but never so small that the fastest step falls below 5 ms. */
export function decodeScaleOf(timeScale: number, stepMs: number): number {
  return Math.max(timeScale, Math.min(1, shortestStepMs / stepMs));
}

/** Applies the defaults, once. */
export function resolveOptions(options: SimulatorOptions): SimulatorConfig {
  const model = {...defaultModel, ...options.model};
  const timeScale = options.timeScale ?? 1;
  return {
    seed: options.seed ?? 1,
    timeScale,
    decodeScale: decodeScaleOf(timeScale, model.stepMs),
    faults: options.faults ?? [],
    model,
    apiKey: options.apiKey ?? null,
    port: options.port ?? 0,
    managed: options.managed
      ? {incumbent: {...defaultIncumbent, ...options.managed.incumbent}, images: options.managed.images ?? []}
      : null
  };
}
