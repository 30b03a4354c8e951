/** Applies the assertions of an anvil corpus to an answer: all must hold, and the answer must have ended by itself. */
import {z} from "zod";
import {listOf, text} from "../shape.js";

export const Assertion = z.looseObject({
  type: text,
  value: z.unknown().optional(),
  values: listOf(z.union([z.string(), z.number()]))
});
export type Assertion = z.infer<typeof Assertion>;

export interface Grade {
  verdict: "pass" | "fail" | "inconclusive";
  failure_class: string | null;
  reason: string;
}

/** Verdict over an answer; an assertion of an unknown type makes it inconclusive, never a pass. */
export function gradeAnswer(
  output: string,
  finish: string | null,
  assertions: Assertion[],
  allowed: (string | null)[]
): Grade {
  if (finish === "length")
    return {
      verdict: "inconclusive",
      failure_class: "budget_exhausted",
      reason: "the answer was cut at its token budget"
    };
  if (output.trim() === "") return {verdict: "fail", failure_class: "no-visible-answer", reason: "no visible answer"};
  if (finish === null || (allowed.length > 0 && !allowed.includes(finish)))
    return {verdict: "fail", failure_class: "finish-reason", reason: `it ended with ${finish ?? "nothing"}`};
  const results = assertions.map((a) => ({a, holds: holds(output, a)}));
  const unknown = results.find((r) => r.holds === null);
  if (unknown)
    return {verdict: "inconclusive", failure_class: null, reason: `no grader for assertion "${unknown.a.type ?? "?"}"`};
  const broken = results.find((r) => r.holds === false);
  if (broken) return {verdict: "fail", failure_class: "assertion", reason: `does not hold: ${describe(broken.a)}`};
  return {verdict: "pass", failure_class: null, reason: `${assertions.length} of ${assertions.length} assertions hold`};
}

function holds(output: string, a: Assertion): boolean | null {
  const folded = output.toLowerCase();
  const value = typeof a.value === "string" || typeof a.value === "number" ? String(a.value) : null;
  switch (a.type) {
    case "contains_casefold":
      return value === null ? null : folded.includes(value.toLowerCase());
    case "not_contains_casefold":
      return value === null ? null : !folded.includes(value.toLowerCase());
    case "contains":
      return value === null ? null : output.includes(value);
    case "equals_casefold":
      return value === null ? null : folded.trim() === value.toLowerCase().trim();
    case "ordered_casefold":
      return a.values && a.values.length > 0 ? inOrder(folded, a.values.map(String)) : null;
    default:
      return null;
  }
}

function inOrder(text: string, values: string[]): boolean {
  let from = 0;
  for (const value of values) {
    const at = text.indexOf(value.toLowerCase(), from);
    if (at < 0) return false;
    from = at + value.length;
  }
  return true;
}

const describe = (a: Assertion): string => `${a.type ?? "?"} ${JSON.stringify(a.values ?? a.value ?? null)}`;
