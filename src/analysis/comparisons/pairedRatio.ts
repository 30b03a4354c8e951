import {percentile} from "../../metrics/percentile.js";
import {groupBy} from "./groupBy.js";
import {signedRankInterval, type PairedRatio} from "../statistics/index.js";
import type {ArmRow} from "./arm.js";

/** The paired ratio over prompts that both arms were given (by prompt id; several answers to a prompt: their median). Null when no prompt is shared. */
export function pairedRatio(baseline: readonly ArmRow[], candidate: readonly ArmRow[]): PairedRatio | null {
  const of = byPrompt(baseline);
  const other = byPrompt(candidate);
  return signedRankInterval(
    [...of].flatMap(([prompt, value]) => {
      const partner = other.get(prompt);
      return partner === undefined ? [] : [{baseline: value, candidate: partner}];
    })
  );
}

function byPrompt(rows: readonly ArmRow[]): Map<string, number> {
  const named = rows.filter((r) => r.prompt_id !== null);
  return new Map(
    [...groupBy(named, (r) => r.prompt_id ?? "")].map(([prompt, of]) => [
      prompt,
      percentile(
        of.map((r) => r.value),
        50
      ) ?? NaN
    ])
  );
}
