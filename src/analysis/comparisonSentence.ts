import {metricWords} from "../metrics/names/metricWords.js";
import {promptSize} from "../metrics/names/promptSize.js";
import type {Comparison, Facts} from "./facts.js";

/** A prompt size in a sentence; null is "an unknown size". */
export const sizeWord = (tokens: number | null): string => (tokens === null ? "an unknown size" : promptSize(tokens));

/** A comparison in one sentence: who against whom, the ratio with its interval and coverage, and the word. */
export function comparisonSentence(comparison: Comparison, facts: Pick<Facts, "profiles">): string {
  const label = (profile: string) => facts.profiles.find((p) => p.profile === profile)?.label ?? profile;
  const {ratio, lo, hi, coverage, word, needs, metric, scope} = comparison;
  const who = `${label(comparison.candidate)} against ${label(comparison.baseline)}, ${metricWords(metric)} at ${sizeWord(comparison.nominal_prompt_tokens)} C${comparison.concurrency ?? 1}`;
  if (ratio === null || lo === null || hi === null)
    return `${who}: ${word}${comparison.reason ? ` (${comparison.reason})` : ""}.`;
  const interval = `[${lo.toFixed(3)}, ${hi.toFixed(3)}]${coverage === null ? "" : `, coverage ${(coverage * 100).toFixed(0)} %`}`;
  const more = word === "too few samples" && needs !== null ? ` (needs ${needs} v ${needs})` : "";
  return `${who}: ratio ${ratio.toFixed(3)} ${interval}, ${comparison.n_baseline} v ${comparison.n_candidate} ${comparison.unit}s${judgedOn(comparison)}: ${word}${more}, ${scope}.`;
}

/** What the word rests on where a finding has set rows aside; nothing where it rests on all of them. */
function judgedOn({exploratory: rest, unit}: Comparison): string {
  if (rest === null) return "";
  const {ratio, lo, hi, n_baseline, n_candidate} = rest;
  if (ratio === null || lo === null || hi === null) return `, and none without the rows that a finding set aside`;
  return `; judged without the rows that a finding set aside, ${ratio.toFixed(3)} [${lo.toFixed(3)}, ${hi.toFixed(3)}], ${n_baseline} v ${n_candidate} ${unit}s`;
}
