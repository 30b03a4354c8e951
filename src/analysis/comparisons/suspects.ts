import type {Finding} from "../../schema/decision.js";
import {promptKey, type ArmRow} from "./arm.js";

/** Rules whose requests are doubted even where the finding is only a suspicion. */
const DOUBTING_RULES = new Set(["degenerate-output", "warmup-leak"]);

export interface Suspects {
  /** Requests left out of the second figure: the suspect ones, and the same prompt in the other arm. */
  dropped: Set<string>;
  /** A finding takes rows out of this metric's verdict, so the word uses the second figure. */
  invalidated: boolean;
}

/** Rows that findings call into doubt for a metric, dropped by prompt in both arms (design, 8.3). */
export function suspects(rows: readonly ArmRow[], metric: string, findings: readonly Finding[]): Suspects {
  const touching = findings.filter(
    (f) => f.metrics.includes(metric) && (f.severity === "invalidates" || DOUBTING_RULES.has(f.rule))
  );
  if (touching.length === 0) return {dropped: new Set(), invalidated: false};
  const own = new Set(rows.map((r) => r.request_id));
  const doubted = new Set(touching.flatMap((f) => f.request_ids).filter((id) => own.has(id)));
  const prompts = new Set(rows.filter((r) => doubted.has(r.request_id)).map(promptKey));
  return {
    dropped: new Set(rows.filter((r) => prompts.has(promptKey(r))).map((r) => r.request_id)),
    invalidated: touching.some((f) => f.severity === "invalidates" && f.request_ids.some((id) => own.has(id)))
  };
}
