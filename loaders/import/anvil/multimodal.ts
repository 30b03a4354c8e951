/** anvil multimodal-benchmark-evidence/v1: image and video answers, graded here again by the assertions of the file's own corpus. */
import {z} from "zod";
import {mapped, stageDraft} from "../draft.js";
import type {AttemptDraft, ForeignFile, Format, Mapped, RequestDraft} from "../draft.js";
import {claim, textClaim} from "../claim.js";
import {amount, asObject, flag, listOf, readShape, text} from "../shape.js";
import {count, instant, secondsToMs} from "../units.js";
import {absentIsZero, Usage, usageFields} from "../usage.js";
import {Assertion, gradeAnswer} from "./gradeAnswer.js";
import {sha256} from "../sha256.js";
import {thinkingMode} from "./thinkingMode.js";

const AttemptIn = z.looseObject({
  case_id: text,
  repetition: amount,
  passed: flag,
  output: text,
  finish_reason: text,
  failure: z.unknown().optional(),
  seconds: amount,
  usage: Usage,
  reasoning: z.looseObject({chars: amount}).nullish(),
  validation: z.looseObject({assertions: listOf(Assertion)}).nullish()
});
type AttemptIn = z.infer<typeof AttemptIn>;

const Multimodal = z.looseObject({
  schema: z.literal("multimodal-benchmark-evidence/v1"),
  attempts: listOf(AttemptIn),
  configuration: z
    .looseObject({
      allowed_finish_reasons: listOf(z.string()),
      concurrency: amount,
      max_tokens: amount,
      thinking_mode: text
    })
    .nullish(),
  corpus: z
    .looseObject({cases: listOf(z.looseObject({id: text, assertions: listOf(Assertion)})), sha256: text})
    .nullish(),
  identity: z
    .looseObject({model: text, model_revision: text, runtime_image: text, hardware: text, engine_revision: text})
    .nullish(),
  requests: amount,
  passed_attempts: amount,
  failed_attempts: amount,
  passed: flag,
  started_at: text,
  finished_at: text,
  aggregates: z.unknown().optional()
});
type Multimodal = z.infer<typeof Multimodal>;

export const multimodal: Format = {
  name: "multimodal-benchmark-evidence/v1",
  kind: "multimodal",
  recognises: (first) => asObject(first)["schema"] === "multimodal-benchmark-evidence/v1",
  map
};

function map(file: ForeignFile): Mapped {
  const {value: doc, problems} = readShape(Multimodal, file.records[0]);
  if (!doc) return mapped({problems});
  const attempts = (doc.attempts ?? []).filter((a): a is AttemptIn => a !== null);
  const model = doc.identity?.model ?? "unnamed";
  const stage = stageDraft({
    model,
    kind: "multimodal",
    slug: "multimodal",
    startedAt: instant(doc.started_at),
    endedAt: instant(doc.finished_at),
    settings: {
      nominal_prompt_tokens: null,
      concurrency: count(doc.configuration?.concurrency) || null,
      max_tokens: count(doc.configuration?.max_tokens),
      cache_declared: null,
      thinking: thinkingMode(doc.configuration?.thinking_mode),
      n_planned: count(doc.requests),
      corpus_sha256: doc.corpus?.sha256 ?? null
    },
    requests: absentIsZero(attempts.map((a) => request(a, doc))),
    attempts: attempts.map((a, i) => grade(a, i, doc)),
    reported: [
      ...claim("attempts_passed", "count", doc.passed_attempts, "attempts", "$.passed_attempts"),
      ...claim("attempts_failed", "count", doc.failed_attempts, "attempts", "$.failed_attempts"),
      ...claim("n_planned", "value", doc.requests, "requests", "$.requests"),
      ...textClaim("passed", doc.passed, "$.passed")
    ]
  });
  const revision = doc.identity?.model_revision ?? null;
  const image = doc.identity?.runtime_image ?? null;
  return mapped({
    stages: [stage],
    profiles: [
      {
        model,
        model_revision: revision,
        identity: {model: null, image},
        image_digest: /@(sha256:[0-9a-f]{64})$/.exec(image ?? "")?.[1] ?? null,
        settings: {}
      }
    ],
    notMapped: doc.aggregates == null ? [] : ["$.aggregates"],
    problems
  });
}

function request(a: AttemptIn, doc: Multimodal): RequestDraft {
  return {
    index: null,
    status: a.finish_reason == null ? "stream_error" : "ok",
    finish_reason: a.finish_reason ?? null,
    error: a.finish_reason == null ? words(a.failure) : null,
    e2e_ms: secondsToMs(a.seconds),
    content: a.output ?? null,
    reasoning: a.reasoning?.chars === 0 ? "" : null,
    max_tokens: count(doc.configuration?.max_tokens),
    concurrency: count(doc.configuration?.concurrency) || null,
    thinking: thinkingMode(doc.configuration?.thinking_mode),
    purpose: a.case_id ?? null,
    ...usageFields(a.usage)
  };
}

function grade(a: AttemptIn, index: number, doc: Multimodal): AttemptDraft {
  const asked = doc.corpus?.cases?.find((c) => c?.id === a.case_id)?.assertions ?? a.validation?.assertions ?? [];
  const assertions = asked.filter((x): x is Assertion => x !== null);
  const output = a.output ?? null;
  const base = {
    task: a.case_id ?? "unnamed",
    attempt: Math.max(1, count(a.repetition) ?? 1),
    request: index,
    output_sha256: output === null ? null : sha256(output)
  };
  if (output === null || assertions.length === 0)
    return {
      ...base,
      verdict: a.passed == null ? "inconclusive" : a.passed ? "pass" : "fail",
      failure_class: a.passed === false ? "harness-failed" : null,
      grader: "harness-flag",
      reason: "the file holds no output and assertions to grade again; its own flag is shown"
    };
  const allowed = doc.configuration?.allowed_finish_reasons ?? [];
  return {...base, grader: "assertions", ...gradeAnswer(output, a.finish_reason ?? null, assertions, allowed)};
}

const words = (failure: unknown): string =>
  failure == null
    ? "the file does not say how it ended"
    : typeof failure === "string"
      ? failure
      : JSON.stringify(failure);
