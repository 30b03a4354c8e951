/** The size of a KV pool. */
import type {ModelSpec} from "../options.js";
import type {ModelSizes} from "./modelSizes.js";

const bytesPerMib = 1_048_576;
const pageTokens = 64;

/**
 * Tokens of the pool: as asked, else one full context, but never more than the static share of the card leaves beside
 * the weights. Zero or less: the model does not fit.
 */
export function poolTokens(
  model: ModelSpec,
  sizes: ModelSizes,
  cardMib: number,
  memFraction: number,
  asked: number | null
): number {
  const speculative = model.speculativeSteps > 0;
  const weights = sizes.weightsMib + (speculative ? sizes.draftWeightsMib : 0);
  const perToken = sizes.kvBytesPerToken + (speculative ? sizes.draftKvBytesPerToken : 0);
  const fits = ((cardMib * memFraction - weights) * bytesPerMib) / perToken;
  return Math.floor(Math.min(asked ?? model.contextTokens, fits) / pageTokens) * pageTokens;
}
