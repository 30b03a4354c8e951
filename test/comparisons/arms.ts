import type {ComparisonSpec} from "../../src/schema/comparison.js";
import {point, rows, type Evidence} from "../audit/evidence.js";

export const spec = (change: Partial<ComparisonSpec> = {}): ComparisonSpec => ({
  comparison_id: "decode",
  metric: "decode_tok_s",
  baseline: "a",
  candidate: "b",
  nominal_prompt_tokens: 4096,
  concurrency: 1,
  better: "higher",
  varies: [],
  order: "ABBA",
  primary: true,
  protected: [],
  aa: null,
  ...change
});

export const declare = (e: Evidence, ...comparisons: ComparisonSpec[]): void => {
  e.record = {...e.record, comparisons};
};

/**
 * One boot of a profile at hour `hour`: six requests whose decode rate is `rate` tok/s, give or take a little.
 * `change` is laid over every request.
 */
export async function boot(
  e: Evidence,
  profile: string,
  hour: number,
  rate: number,
  change: (index: number) => Record<string, unknown> = () => ({}),
  settings: Record<string, unknown> = {}
): Promise<void> {
  const number = String(hour).padStart(2, "0");
  await point(
    e,
    rows(6, (i) => {
      const generation = (255 / (rate * (1 + 0.001 * (i - 2)))) * 1000;
      return {
        generation_ms: generation,
        last_output_ms: 400 + i + generation,
        e2e_ms: 401 + i + generation,
        ...change(i)
      };
    }),
    {
      profile,
      stage: `${number}-capacity-4k-c1`,
      boot: `boot-${number}`,
      startedAt: `2026-01-02T${number}:00:00Z`,
      settings
    }
  );
}

/** Boots in the order of the letters: A the baseline "a", B the candidate "b"; `rates` gives each boot's rate. */
export async function boots(e: Evidence, order: string, rates: (index: number, arm: string) => number): Promise<void> {
  for (const [i, letter] of [...order].entries()) await boot(e, letter.toLowerCase(), i + 1, rates(i, letter));
}
