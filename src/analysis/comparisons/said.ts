import type {ComparisonResult} from "../../schema/decision.js";
import {compareSamples, word} from "../statistics/index.js";
import {judged, type Draft} from "./draft.js";

/** What a comparison's word depends on beside its own arms. */
export interface FamilyContext {
  holm_p: number | null;
  family: number;
  alpha: number;
  /** The A/A run itself says faster or slower. */
  moved: boolean;
}

/** The word of a comparison and its reason: what is in the way, what cannot be excluded, how far it holds. */
export function said(d: Draft, context: FamilyContext): Pick<ComparisonResult, "word" | "reason"> {
  if (d.obstacle !== null) return {word: "not comparable", reason: d.obstacle};
  const {lo, hi, min_p} = judged(d).said;
  const interval = lo === null || hi === null ? null : {lo, hi};
  const chosen = word({interval, min_p, floor: d.floor?.floor ?? null, better: d.spec.better, ...context});
  if (context.moved && chosen !== "not comparable")
    return {word: "inconclusive", reason: "the A/A run itself differs: the host moved while it was measured"};
  return {word: chosen, reason: reason(d, context, chosen)};
}

function reason(d: Draft, context: FamilyContext, chosen: ComparisonResult["word"]): string | null {
  const of = judged(d).units;
  const {family, alpha, holm_p} = context;
  const floor = d.floor?.floor ?? null;
  const decided = chosen === "faster" || chosen === "slower";
  const parts = [
    decided
      ? null
      : compareSamples(of.baseline, of.candidate, {better: d.spec.better, floor, family, alpha, holm_p}).reason,
    d.suspects.invalidated
      ? "judged without the rows that a finding invalidates, dropped by prompt in both arms"
      : null,
    d.spec.aa !== null && d.floor === null ? "the A/A run has fewer than 2 v 2 boots, so there is no floor" : null,
    of.unit === "request" && decided ? "holds in these boots only: fewer than 4 v 4 boots were measured" : null
  ].filter((part) => part !== null);
  return parts.length > 0 ? parts.join("; ") : null;
}
