import type {z} from "zod";
import type {ComparisonWord} from "../../schema/decision.js";

export type Word = z.infer<typeof ComparisonWord>;

export interface WordInput {
  /** Null: an arm is missing, invalid or of another basis. */
  interval: {lo: number; hi: number} | null;
  /** How much the host differs from itself, as a ratio of at least 1; null: no A/A run. */
  floor: number | null;
  min_p: number | null;
  /** Holm-adjusted over the family. */
  holm_p: number | null;
  /** Number of primary comparisons. */
  family: number;
  better: "higher" | "lower";
  alpha?: number;
}

/**
 * The word of a comparison, in the order of the design (8.2): not comparable; no evidence (the interval contains 1, or
 * does not clear the floor); too few samples (no p of this n can reach alpha / family); faster or slower (Holm p within
 * alpha), by `better`; else no evidence.
 */
export function word(input: WordInput): Word {
  const {interval, min_p, holm_p, better} = input;
  // A p that is alpha but for the last bits of a sum is alpha: 1 v 39 gives 0.05.
  const alpha = (input.alpha ?? 0.05) * (1 + 1e-12);
  const floor = Math.max(1, input.floor ?? 1);
  if (!interval || min_p === null) return "not comparable";
  const above = interval.lo > floor;
  const below = interval.hi < 1 / floor;
  if (!above && !below) return "no evidence";
  if (min_p > alpha / Math.max(1, input.family)) return "too few samples";
  if (holm_p === null || holm_p > alpha) return "no evidence";
  return above === (better === "higher") ? "faster" : "slower";
}
