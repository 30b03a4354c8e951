/** Answers of a bakeoff file as requests and attempts. Where the suite's text checks are at hand they are applied again. */
import {z} from "zod";
import type {AttemptDraft, RequestDraft} from "../draft.js";
import {listOf, text} from "../shape.js";
import {sha256} from "../sha256.js";
import {count, measure} from "../units.js";
import {absentIsZero, usageFields} from "../usage.js";
import type {Bakeoff, BakeoffAttempt, BakeoffCheck} from "./bakeoffShape.js";
import {thinkingMode} from "./thinkingMode.js";

const TextCheck = z.looseObject({
  name: text,
  contains_all: listOf(z.string()),
  contains_any: listOf(z.string()),
  contains_none: listOf(z.string()),
  not_contains: listOf(z.string())
});
const Suite = z.looseObject({evals: listOf(z.looseObject({id: text, checks: listOf(TextCheck)}))});
type TextCheck = z.infer<typeof TextCheck>;

/** One request and one attempt per answer, in the file's order. `suite` is the named suite's document, if it was imported too. */
export function gradedAttempts(
  checks: BakeoffCheck[],
  suite: unknown,
  doc: Bakeoff
): {requests: RequestDraft[]; attempts: AttemptDraft[]} {
  const spec = Suite.safeParse(suite);
  const requests: RequestDraft[] = [];
  const attempts: AttemptDraft[] = [];
  for (const check of checks) {
    const answers: BakeoffAttempt[] =
      check.attempts && check.attempts.length > 0
        ? check.attempts.filter((a): a is BakeoffAttempt => a !== null)
        : [{...check, attempt: 1}];
    const textChecks = spec.success
      ? (spec.data.evals?.find((e) => e?.id === check.id)?.checks ?? []).filter((c): c is TextCheck => c !== null)
      : [];
    answers.forEach((a, i) => {
      attempts.push(attempt(check, a, i, requests.length, textChecks));
      requests.push(request(check, a, doc));
    });
  }
  return {requests: absentIsZero(requests), attempts};
}

function request(check: BakeoffCheck, a: BakeoffAttempt, doc: Bakeoff): RequestDraft {
  const failed = a.error != null;
  return {
    index: null,
    status: failed
      ? /http|connection|closed|refused|urlopen/i.test(a.error ?? "")
        ? "http_error"
        : "stream_error"
      : "ok",
    error: a.error ?? null,
    finish_reason: a.finish_reason ?? null,
    e2e_ms: measure(a.latency_ms),
    content: a.content ?? a.content_excerpt ?? null,
    reasoning: a.reasoning_chars === 0 ? "" : (a.reasoning_excerpt ?? null),
    max_tokens: count(a.budget?.max_completion_tokens),
    thinking: thinkingMode(doc.thinking?.mode),
    purpose: check.id ?? null,
    ...usageFields(a.usage)
  };
}

function attempt(check: BakeoffCheck, a: BakeoffAttempt, i: number, request: number, specs: TextCheck[]): AttemptDraft {
  const base = {
    task: check.id ?? "unnamed",
    attempt: Math.max(1, count(a.attempt) ?? i + 1),
    request,
    output_sha256: typeof a.content === "string" ? sha256(a.content) : null
  };
  if (a.finish_reason === "length")
    return {
      ...base,
      verdict: "inconclusive",
      failure_class: "budget_exhausted",
      grader: "harness-flag",
      reason: "the answer was cut at its token budget"
    };
  if (specs.length > 0 && typeof a.content === "string") {
    const content = a.content;
    const broken = specs.filter((s) => !textCheckHolds(content, s));
    return {
      ...base,
      verdict: broken.length === 0 ? "pass" : "fail",
      failure_class: broken.length === 0 ? null : "text-check",
      grader: "text-match",
      reason:
        broken.length === 0
          ? `${specs.length} of ${specs.length} text checks of the suite hold`
          : `does not hold: ${broken.map((s) => s.name ?? "unnamed").join(", ")}`
    };
  }
  if (typeof check.expected === "string" || typeof a.expected === "string")
    return recall(base, a.expected ?? check.expected ?? "", a);
  const passed = a.status === "passed";
  return {
    ...base,
    verdict: a.status == null ? "inconclusive" : passed ? "pass" : "fail",
    failure_class: passed ? null : (a.failure_class ?? (a.error == null ? "harness-failed" : "request-failed")),
    grader: "harness-flag",
    reason: a.error ?? `the harness says ${a.status ?? "nothing"}; its text checks are not in this file`
  };
}

function recall(
  base: Pick<AttemptDraft, "task" | "attempt" | "request" | "output_sha256">,
  expected: string,
  a: BakeoffAttempt
): AttemptDraft {
  const content = a.content ?? a.content_excerpt;
  const holds = typeof content === "string" && content.includes(expected);
  return {
    ...base,
    verdict: holds ? "pass" : "fail",
    failure_class: holds ? null : a.error == null ? "text-check" : "request-failed",
    grader: "text-match",
    reason: holds ? "the expected text is in the answer" : (a.error ?? "the expected text is not in the answer")
  };
}

function textCheckHolds(content: string, spec: TextCheck): boolean {
  const folded = content.toLowerCase();
  const has = (s: string | null) => s === null || folded.includes(s.toLowerCase());
  const any = spec.contains_any ?? [];
  const none = [...(spec.contains_none ?? []), ...(spec.not_contains ?? [])];
  return (
    (spec.contains_all ?? []).every(has) &&
    (any.length === 0 || any.some(has)) &&
    !none.some((s) => s !== null && has(s))
  );
}
