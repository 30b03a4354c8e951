import type {Finding} from "../../schema/decision.js";
import type {Arm} from "./arm.js";

/** Rules whose requests are doubted even where the finding is only a suspicion. */
const DOUBTING_RULES = new Set(["degenerate-output", "warmup-leak"]);

export interface Suspects {
  /** Requests left out of the second figure: the suspect ones, and the same prompt in the other arm. */
  dropped: Set<string>;
  /** A finding takes rows out of this metric's verdict, so the word uses the second figure. */
  invalidated: boolean;
}

/** Rows of the arms that findings call into doubt for a metric, dropped by prompt in both arms (design, 8.3). */
export async function suspects(arms: readonly Arm[], metric: string, findings: readonly Finding[]): Promise<Suspects> {
  const touching = findings.filter(
    (f) => f.metrics.includes(metric) && (f.severity === "invalidates" || DOUBTING_RULES.has(f.rule))
  );
  const ids = new Set(touching.flatMap((f) => f.request_ids));
  if (ids.size === 0) return {dropped: new Set(), invalidated: false};
  const rows: {request_id: string; prompt: string}[] = [];
  for (const arm of arms)
    for (const {request_ids, prompt_keys} of await arm.rows())
      request_ids.forEach((request_id, i) => rows.push({request_id, prompt: prompt_keys[i] ?? ""}));
  const own = new Set(rows.map((r) => r.request_id));
  const prompts = new Set(rows.filter((r) => ids.has(r.request_id)).map((r) => r.prompt));
  return {
    dropped: new Set(rows.filter((r) => prompts.has(r.prompt)).map((r) => r.request_id)),
    invalidated: touching.some((f) => f.severity === "invalidates" && f.request_ids.some((id) => own.has(id)))
  };
}
