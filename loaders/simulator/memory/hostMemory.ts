/**
 * Memory of one server process on each card. Some is taken at boot (weights, KV pool, graphs), some only when work first
 * needs it and then kept: what a process shows at idle is not what it needs. MiB per card.
 */
import type {ModelSpec} from "../options.js";
import type {ModelSizes} from "./modelSizes.js";

const bytesPerMib = 1_048_576;
const contextMib = 620;
const workspaceMib = 700;
const graphBaseMib = 380;
const graphMibPerBatchSize = 110;
/** Kernels that are loaded by the first prefill and the first decode; never given back. */
const firstUseKernelsMib = 380;
/** Library workspaces of the first request that is longer than one prefill chunk. */
const longRequestKernelsMib = 260;
/** The image encoder's buffers, from the first image on. */
const imageEncoderMib = 420;
/** Activations of a full prefill chunk; they stay in the allocator's cache until a flush. */
const chunkActivationMib = 300;
const chunkTokens = 8192;
/** Attention workspace of the longest prompt, kept in the allocator's cache until a flush. */
const attentionBytesPerToken = 512;

export interface MemoryParts {
  context: number;
  weights: number;
  draftWeights: number;
  kvPool: number;
  draftKvPool: number;
  tokenTable: number;
  graphs: number;
  workspace: number;
}

/** Batch sizes that get a CUDA graph: 1, 2, 4, then by eight. */
function graphBatchSizes(maxRunning: number): number {
  const sizes = [1, 2, 4, ...Array.from({length: 32}, (_, i) => 8 * (i + 1))];
  return sizes.filter((size) => size <= maxRunning).length;
}

/** Memory taken at boot. `poolTokens`: size of the KV pool. */
export function bootParts(model: ModelSpec, sizes: ModelSizes, poolTokens: number): MemoryParts {
  const speculative = model.speculativeSteps > 0;
  return {
    context: contextMib,
    weights: sizes.weightsMib,
    draftWeights: speculative ? sizes.draftWeightsMib : 0,
    kvPool: (poolTokens * sizes.kvBytesPerToken) / bytesPerMib,
    draftKvPool: speculative ? (poolTokens * sizes.draftKvBytesPerToken) / bytesPerMib : 0,
    tokenTable: (model.maxRunning * model.contextTokens * 4) / bytesPerMib,
    graphs: graphBaseMib + graphMibPerBatchSize * graphBatchSizes(model.maxRunning),
    workspace: workspaceMib
  };
}

export class HostMemory {
  readonly parts: MemoryParts;
  #firstUse = 0;
  #longRequest = 0;
  #imageEncoder = 0;
  #activations = 0;
  #attention = 0;
  #leaked = 0;

  constructor(
    model: ModelSpec,
    sizes: ModelSizes,
    readonly poolTokens: number
  ) {
    this.parts = bootParts(model, sizes, poolTokens);
  }

  get usedMib(): number {
    const boot = Object.values(this.parts).reduce((sum: number, part: number) => sum + part, 0);
    const lazy = this.#firstUse + this.#longRequest + this.#imageEncoder + this.#activations + this.#attention;
    return boot + lazy + this.#leaked;
  }

  /** A prompt is prefilled: takes what this work needs for the first time, or more of it than before. */
  prefilled(promptTokens: number, images: number): void {
    this.#firstUse = firstUseKernelsMib;
    if (promptTokens > chunkTokens) this.#longRequest = longRequestKernelsMib;
    if (images > 0) this.#imageEncoder = imageEncoderMib;
    const chunk = Math.min(1, promptTokens / chunkTokens);
    this.#activations = Math.max(this.#activations, chunkActivationMib * chunk);
    this.#attention = Math.max(this.#attention, (promptTokens * attentionBytesPerToken) / bytesPerMib);
  }

  /** Memory that nobody gives back. */
  leak(mib: number): void {
    this.#leaked += mib;
  }

  /** `/flush_cache` empties the allocator's cache: peaks go, kernels and leaks stay. */
  flush(): void {
    this.#activations = 0;
    this.#attention = 0;
  }
}
