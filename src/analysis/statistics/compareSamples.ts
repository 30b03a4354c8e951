import {mannWhitneyP} from "./mannWhitneyP.js";
import {minP} from "./minP.js";
import {needs} from "./needs.js";
import {isPositiveSample, ratioInterval} from "./ratioInterval.js";
import {word, type Word} from "./word.js";

export interface SampleComparison {
  ratio: number | null;
  lo: number | null;
  hi: number | null;
  coverage: number | null;
  min_p: number | null;
  p: number | null;
  word: Word;
  needs: number;
  /** Why there is no word, or what `no evidence` cannot exclude. */
  reason: string | null;
}

export interface SampleOptions {
  better?: "higher" | "lower";
  floor?: number | null;
  family?: number;
  alpha?: number;
  /** Adjusted over the whole family; absent: p times the family, Holm's first step, which never says more. */
  holm_p?: number | null;
}

/** Everything that is said of two samples: ratio, interval with its coverage, exact p, and one word. Values may be NaN: then not comparable. */
export function compareSamples(
  baseline: readonly number[],
  candidate: readonly number[],
  options: SampleOptions = {}
): SampleComparison {
  const {better = "higher", floor = null, family = 1, alpha = 0.05} = options;
  const interval = ratioInterval(baseline, candidate);
  const min_p = interval && minP(baseline.length, candidate.length);
  const p = interval ? (mannWhitneyP(baseline, candidate)?.p ?? null) : null;
  const holm_p = options.holm_p ?? (p === null ? null : Math.min(1, p * family));
  const said = word({interval, floor, min_p, holm_p, family, better, alpha});
  const needed = needs(family, alpha);
  return {
    ratio: interval?.ratio ?? null,
    lo: interval?.lo ?? null,
    hi: interval?.hi ?? null,
    coverage: interval?.coverage ?? null,
    min_p,
    p,
    word: said,
    needs: needed,
    reason: reasonFor(said, interval, {baseline, candidate, floor, needed, min_p, family, alpha})
  };
}

function reasonFor(
  said: Word,
  interval: {lo: number; hi: number; coverage: number} | null,
  about: {
    baseline: readonly number[];
    candidate: readonly number[];
    floor: number | null;
    needed: number;
    min_p: number | null;
    family: number;
    alpha: number;
  }
): string | null {
  if (!interval) {
    const bad = isPositiveSample(about.baseline) ? "candidate" : "baseline";
    const empty = (bad === "baseline" ? about.baseline : about.candidate).length === 0;
    return empty
      ? `the ${bad} arm has no values`
      : `the ${bad} arm holds a value that is missing, zero or negative: no ratio exists`;
  }
  const span = `a ratio from ${interval.lo.toFixed(3)} to ${interval.hi.toFixed(3)} (coverage ${(interval.coverage * 100).toFixed(1)} %)`;
  if (said === "no evidence") {
    const floor = about.floor === null ? "" : `; an A/A run differs by up to ${about.floor.toFixed(3)}`;
    return `cannot exclude ${span}${floor}`;
  }
  if (said === "too few samples")
    return `${about.baseline.length} v ${about.candidate.length} cannot give p below ${(about.min_p ?? 1).toPrecision(2)}, and ${(about.alpha / about.family).toPrecision(2)} is needed: ${about.needed} v ${about.needed} can`;
  return null;
}
