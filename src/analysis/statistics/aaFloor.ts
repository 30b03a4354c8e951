import {compareSamples} from "./compareSamples.js";

export interface Floor {
  /** max(hi, 1/lo): a difference must clear this to be one. */
  floor: number;
  lo: number;
  hi: number;
  coverage: number;
  /** The A/A run itself says faster or slower: the host moved, and every comparison is inconclusive. */
  moved: boolean;
}

/**
 * How much a host differs from itself, from two sets of boots of one profile (design, 8.2). Values: one a boot.
 * Null below 2 v 2 boots, or where no ratio exists.
 */
export function aaFloor(first: readonly number[], second: readonly number[]): Floor | null {
  if (first.length < 2 || second.length < 2) return null;
  const {lo, hi, coverage, word} = compareSamples(first, second);
  if (lo === null || hi === null || coverage === null) return null;
  return {floor: Math.max(hi, 1 / lo), lo, hi, coverage, moved: word === "faster" || word === "slower"};
}
