/**
 * Comparisons of a campaign that has no plan: two profiles compare at a point when context, nominal prompt, concurrency,
 * engine, gpu, max_tokens and serve flags agree and only the model's name differs; the earlier is the baseline (design, section 11).
 */
import type {ComparisonSpec} from "../../src/schema/comparison.js";
import type {StageRecord} from "../../src/schema/stage.js";

const SAME = [
  "nominal_prompt_tokens",
  "concurrency",
  "max_tokens",
  "max_context_tokens",
  "engine",
  "gpu",
  "context_seed"
];

/** `stages`: capacity stages that hold requests, in the order of time. */
export function buildComparisons(stages: StageRecord[]): ComparisonSpec[] {
  const points = new Map<string, StageRecord[]>();
  for (const s of stages) {
    const {nominal_prompt_tokens: nominal, concurrency, max_context_tokens: context} = s.settings;
    if (s.kind !== "capacity" || nominal === null || concurrency === null || typeof context !== "number") continue;
    const key = pointKey(s);
    points.set(key, [...(points.get(key) ?? []), s]);
  }
  return [...points.values()].flatMap((group) => {
    const profiles = [...new Set(group.map((s) => s.profile))];
    const [baseline, ...others] = profiles;
    if (baseline === undefined) return [];
    return others.flatMap((candidate) => {
      const at = group[0]?.settings;
      if (!at || at.nominal_prompt_tokens === null || at.concurrency === null) return [];
      return [spec(baseline, candidate, at.nominal_prompt_tokens, at.concurrency)];
    });
  });
}

function pointKey(s: StageRecord): string {
  const flags = Object.entries(s.settings)
    .filter(([k]) => k.startsWith("serve_flags."))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([SAME.map((k) => s.settings[k] ?? null), flags]);
}

const spec = (baseline: string, candidate: string, nominal: number, concurrency: number): ComparisonSpec => ({
  comparison_id: `decode_tok_s-${nominal}-c${concurrency}-${baseline}-vs-${candidate}`,
  metric: "decode_tok_s",
  baseline,
  candidate,
  nominal_prompt_tokens: nominal,
  concurrency,
  better: "higher",
  varies: ["served_model"],
  order: "as-found",
  primary: true,
  protected: [],
  aa: null
});
