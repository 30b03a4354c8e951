import type {Decision} from "../schema/decision.js";
import {metricWords} from "../metrics/names/metricWords.js";
import {sizeWord} from "./comparisonSentence.js";
import type {Comparison} from "./facts.js";
import type {Value} from "./publishStages.js";

/** A capacity or endurance stage, as headline sentences need it. */
export interface Point {
  profile: string;
  stage: string;
  nominal_prompt_tokens: number | null;
  concurrency: number | null;
  n_ok: number;
  endurance: boolean;
}

/** Sentences of the headline: rates with 2 decimals, prefill whole, percent with 1 decimal. `label` shortens a profile. */
export function headlineSentences(decision: Decision, points: Point[], label: (profile: string) => string): string[] {
  const {selected} = decision;
  const own = points.filter((p) => p.profile === selected && !p.endurance && (p.concurrency ?? 1) === 1);
  const ladder = own.sort((a, b) => (a.nominal_prompt_tokens ?? 0) - (b.nominal_prompt_tokens ?? 0));
  return [
    ...comparisonSentences(decision.comparisons, label),
    ...(selected === null
      ? []
      : [
          ...series(decision.values, ladder, "decode_tok_s_p50", 2, `${label(selected)} selected profile decode p50`),
          ...series(
            decision.values,
            ladder,
            "effective_prefill_tok_s_p50",
            0,
            `${label(selected)} selected profile effective prefill p50`
          )
        ]),
    ...loadSentences(decision.values, points, label),
    ...infeasibleSentences(decision, label)
  ];
}

function comparisonSentences(comparisons: Comparison[], label: (profile: string) => string): string[] {
  const groups = new Map<string, Comparison[]>();
  for (const c of comparisons) {
    if (c.p50_ratio === null) continue;
    const key = `${label(c.candidate)} ${metricWords(c.metric)} p50|${label(c.baseline)}`;
    groups.set(key, [...(groups.get(key) ?? []), c]);
  }
  return [...groups].map(([key, group]) => {
    const [subject = "", baseline = ""] = key.split("|");
    const parts = group.map((c) => {
      const percent = ((c.p50_ratio ?? 1) - 1) * 100;
      return `${Math.abs(percent).toFixed(1)} percent ${percent < 0 ? "lower" : "higher"} at ${sizeWord(c.nominal_prompt_tokens)}`;
    });
    const words = [...new Set(group.map((c) => `${c.n_baseline} v ${c.n_candidate} ${c.unit}s: ${c.word}`))];
    return `${subject} was ${series2(parts)} than matched ${baseline} (${words.join("; ")})`;
  });
}

function series(values: Value[], ladder: Point[], name: string, digits: number, subject: string): string[] {
  const found = ladder.flatMap((point) => {
    const value = values.find((v) => v.id === `${point.profile}/${point.stage}/${name}`)?.value ?? null;
    return value === null ? [] : [{value, size: sizeWord(point.nominal_prompt_tokens)}];
  });
  if (found.length === 0) return [];
  return [
    `${subject} was ${series2(found.map((f) => f.value.toFixed(digits)))} tok/s at nominal ${series2(found.map((f) => f.size))}`
  ];
}

/** Under load, what the server gave in all. */
function loadSentences(values: Value[], points: Point[], label: (profile: string) => string): string[] {
  return points.flatMap((point) => {
    if ((point.concurrency ?? 1) === 1) return [];
    const value = values.find((v) => v.id === `${point.profile}/${point.stage}/output_tok_s_total`)?.value ?? null;
    if (value === null) return [];
    const size = sizeWord(point.nominal_prompt_tokens);
    return [
      `${label(point.profile)} C${point.concurrency ?? 1} ${size} reached ${value.toFixed(2)} aggregate output tok/s`
    ];
  });
}

function infeasibleSentences(decision: Decision, label: (profile: string) => string): string[] {
  return decision.profiles
    .filter((p) => p.outcome === "policy-infeasible")
    .map(({profile, reason}) => `${label(profile)} is infeasible by policy: ${reason}`);
}

/** "a, b, and c" */
function series2(words: string[]): string {
  if (words.length < 3) return words.join(" and ");
  return `${words.slice(0, -1).join(", ")}, and ${words.at(-1) ?? ""}`;
}
