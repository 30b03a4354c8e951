import type {Comparison, Facts} from "./facts.js";

const METRIC_WORDS: Record<string, string> = {
  decode_tok_s: "decode",
  effective_prefill_tok_s: "effective prefill",
  uncached_prefill_tok_s: "uncached prefill",
  ttft_ms: "time to first token",
  ttfo_ms: "time to first output",
  e2e_ms: "end-to-end time",
  output_tok_s: "output rate"
};

/** A prompt size in words: 4096 is "4K", 120000 is "120K". */
export function sizeWord(tokens: number | null): string {
  if (tokens === null) return "an unknown size";
  if (tokens < 1000) return `${tokens} tokens`;
  return tokens % 1024 === 0 && tokens % 1000 !== 0 ? `${tokens / 1024}K` : `${Number((tokens / 1000).toFixed(1))}K`;
}

/** A metric's name as it stands in a sentence: `decode_tok_s` is "decode"; one without words is its id with spaces. */
export const metricWord = (metric: string): string => METRIC_WORDS[metric] ?? metric.replaceAll("_", " ");

/** A comparison in one sentence: who against whom, the ratio with its interval and coverage, and the word. */
export function comparisonSentence(comparison: Comparison, facts: Pick<Facts, "profiles">): string {
  const label = (profile: string) => facts.profiles.find((p) => p.profile === profile)?.label ?? profile;
  const {ratio, lo, hi, coverage, word, needs, metric, scope} = comparison;
  const who = `${label(comparison.candidate)} against ${label(comparison.baseline)}, ${metricWord(metric)} at ${sizeWord(comparison.nominal_prompt_tokens)} C${comparison.concurrency ?? 1}`;
  if (ratio === null || lo === null || hi === null)
    return `${who}: ${word}${comparison.reason ? ` (${comparison.reason})` : ""}.`;
  const interval = `[${lo.toFixed(3)}, ${hi.toFixed(3)}]${coverage === null ? "" : `, coverage ${(coverage * 100).toFixed(0)} %`}`;
  const more = word === "too few samples" && needs !== null ? ` (needs ${needs} v ${needs})` : "";
  return `${who}: ratio ${ratio.toFixed(3)} ${interval}, ${comparison.n_baseline} v ${comparison.n_candidate} ${comparison.unit}s: ${word}${more}, ${scope}.`;
}
