/** anvil preflight/v2: functional checks with the answers behind them. Verdicts are the file's own flags (basis `reported`). */
import {z} from "zod";
import {mapped, stageDraft} from "../draft.js";
import type {CheckDraft, ForeignFile, Format, Mapped, RequestDraft} from "../draft.js";
import {textClaim} from "../claim.js";
import {amount, asObject, flag, listOf, readShape, text} from "../shape.js";
import {count, secondsToMs} from "../units.js";
import {absentIsZero, Usage, usageFields} from "../usage.js";
import {thinkingMode} from "./thinkingMode.js";

const Observation = z.looseObject({
  test: text,
  passed: flag,
  request_index: amount,
  content: text,
  content_excerpt: text,
  content_chars: amount,
  reasoning_excerpt: text,
  reasoning_chars: amount,
  finish_reason: text,
  seconds: amount,
  measured_prompt_tokens: amount,
  validation_detail: text,
  error: text,
  usage: Usage
});
type Observation = z.infer<typeof Observation>;

const Preflight = z.looseObject({
  schema_version: z.literal("preflight/v2"),
  model: text,
  base_url: text,
  checks: listOf(z.string()),
  passed: flag,
  results: listOf(z.looseObject({name: text, passed: flag, detail: text})),
  observations: listOf(Observation),
  budget: z.looseObject({max_completion_tokens: amount, visible_answer_tokens: amount}).nullish(),
  evidence_policy: z.looseObject({reasoning: text}).nullish(),
  thinking: z.looseObject({mode: text, reasoning_effort: text}).nullish()
});
type Preflight = z.infer<typeof Preflight>;

export const preflight: Format = {
  name: "preflight/v2",
  kind: "preflight",
  recognises: (first) => asObject(first)["schema_version"] === "preflight/v2",
  map
};

function map(file: ForeignFile): Mapped {
  const {value: doc, problems} = readShape(Preflight, file.records[0]);
  if (!doc) return mapped({problems});
  const observations = (doc.observations ?? []).filter((o): o is Observation => o !== null);
  const mode = thinkingMode(doc.thinking?.mode);
  const model = doc.model ?? "unnamed";
  const stage = stageDraft({
    model,
    kind: "preflight",
    slug: "preflight",
    settings: {
      nominal_prompt_tokens: null,
      concurrency: null,
      max_tokens: count(doc.budget?.max_completion_tokens),
      cache_declared: null,
      thinking: mode,
      n_planned: observations.length,
      visible_answer_tokens: count(doc.budget?.visible_answer_tokens),
      reasoning_policy: doc.evidence_policy?.reasoning ?? null,
      reasoning_effort: doc.thinking?.reasoning_effort ?? null
    },
    requests: absentIsZero(observations.map((o) => request(o, doc))),
    checks: checks(doc, observations),
    reported: textClaim("passed", doc.passed, "$.passed"),
    notes: observations.flatMap((o, i) => excerptNote(o, i))
  });
  return mapped({stages: [stage], profiles: [{model}], notMapped: leftOut(doc), problems});
}

function request(o: Observation, doc: Preflight): RequestDraft {
  return {
    index: null,
    status: o.finish_reason == null ? "stream_error" : "ok",
    finish_reason: o.finish_reason ?? null,
    error: o.finish_reason == null ? (o.error ?? o.validation_detail ?? "the file does not say how it ended") : null,
    e2e_ms: secondsToMs(o.seconds),
    content: o.content ?? o.content_excerpt ?? null,
    reasoning: o.reasoning_excerpt ?? null,
    max_tokens: count(doc.budget?.max_completion_tokens),
    thinking: thinkingMode(doc.thinking?.mode),
    purpose: checkOfTest(o.test ?? "unnamed"),
    ...usageFields(o.usage)
  };
}

/** A check may send several requests: the two halves of tool-result count as one check. */
const checkOfTest = (test: string): string => test.replace(/^(tool-result)-(initial|continuation)$/, "$1");

const CHECK_NAMES: [RegExp, string][] = [
  [/^smoke/i, "smoke"],
  [/^structured json/i, "json"],
  [/^needle/i, "needle"],
  [/tool batch/i, "tools"],
  [/tool call after/i, "long-tools"],
  [/^streaming tool/i, "streaming-tools"],
  [/^tool-result/i, "tool-result"],
  [/^responses api/i, "responses"],
  [/image understanding/i, "image"],
  [/image ocr/i, "ocr"],
  [/video/i, "video"]
];

function checks(doc: Preflight, observations: Observation[]): CheckDraft[] {
  const ids = doc.checks ?? [];
  const results = (doc.results ?? []).map((r, i) => ({
    id: CHECK_NAMES.find(([pattern]) => pattern.test(r?.name ?? ""))?.[1] ?? ids[i] ?? r?.name ?? `check-${i + 1}`,
    passed: r?.passed ?? null,
    detail: r?.detail ?? "no detail"
  }));
  const listed = new Set(results.map((r) => r.id));
  const missing = ids.filter((id): id is string => id !== null && !listed.has(id));
  return [
    ...results.map((r) => check(r, observations)),
    ...missing.map((id): CheckDraft => ({
      check_id: id,
      verdict: "not-run",
      reason: "the file announces this check and holds no result of it",
      basis: "reported",
      passed: null,
      planned: null,
      measured_prompt_tokens: null,
      requests: []
    }))
  ];
}

function check(result: {id: string; passed: boolean | null; detail: string}, observations: Observation[]): CheckDraft {
  const mine = observations.flatMap((o, i) => (checkOfTest(o.test ?? "unnamed") === result.id ? [{o, i}] : []));
  const batch = result.id === "tools";
  const prompt =
    result.id === "long-tools" ? (mine[0]?.o.usage?.prompt_tokens ?? mine[0]?.o.measured_prompt_tokens) : null;
  return {
    check_id: result.id,
    verdict: result.passed === null ? "inconclusive" : result.passed ? "pass" : "fail",
    reason: result.detail,
    basis: "reported",
    passed: batch ? mine.filter(({o}) => o.passed === true).length : null,
    planned: batch ? mine.length : null,
    measured_prompt_tokens: count(prompt),
    requests: mine.map(({i}) => i)
  };
}

function excerptNote(o: Observation, i: number): string[] {
  const notes: string[] = [];
  const kept = (o.content ?? o.content_excerpt ?? "").length;
  if (count(o.content_chars) !== null && (o.content_chars ?? 0) > kept)
    notes.push(`request ${i}: the file keeps ${kept} of ${o.content_chars} characters of the answer`);
  const reasoning = (o.reasoning_excerpt ?? "").length;
  if (count(o.reasoning_chars) !== null && (o.reasoning_chars ?? 0) > reasoning)
    notes.push(`request ${i}: the file keeps ${reasoning} of ${o.reasoning_chars} characters of the reasoning`);
  return notes;
}

const leftOut = (doc: Preflight): string[] =>
  ["base_url", "image_expect", "multimodal_input", "ocr_expect", "video_expect", "video_input"]
    .filter((key) => asObject(doc)[key] != null)
    .map((key) => `$.${key}`);
