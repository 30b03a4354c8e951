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
  contextStepMs: 0.009,
  batchPenalty: 0.62,
  batchExponent: 0.53,
  acceptance: 0.64,
  jitter: 0.03,
  bootMs: 90_000
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
}

export interface SimulatorConfig {
  seed: number;
  timeScale: number;
  decodeScale: number;
  faults: string[];
  model: ModelSpec;
  apiKey: string | null;
  port: number;
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
    port: options.port ?? 0
  };
}
