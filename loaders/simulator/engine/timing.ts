/** How long a prefill or a decode step takes: formulas of the timing model, in ms at a time scale of 1. */
import type {ModelSpec} from "../options.js";

export interface PrefillPart {
  uncachedTokens: number;
  promptTokens: number;
}

/** A batch's prefill: fixed + per uncached token + attention of the uncached part over the whole prompt. */
export function prefillMs(model: ModelSpec, parts: readonly PrefillPart[]): number {
  let total = model.prefillFixedMs;
  for (const {uncachedTokens, promptTokens} of parts)
    total += model.prefillTokenMs * uncachedTokens + model.prefillSquareMs * uncachedTokens * promptTokens;
  return total;
}

/** One decode step of a batch: target step, drafts and verification, context in the batch, and the batch's own cost. */
export function stepMs(model: ModelSpec, batch: number, depth: number, contextTokens: number): number {
  const speculation = depth > 0 ? depth * model.draftStepMs + model.verifyMs : 0;
  const context = (model.contextStepMs * (depth > 0 ? 1 : 0.2) * contextTokens) / 1000;
  const crowd = 1 + model.batchPenalty * Math.max(0, batch - 1) ** model.batchExponent;
  return (model.stepMs + speculation) * crowd + context;
}
