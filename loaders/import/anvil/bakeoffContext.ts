/** Context targets of a bakeoff file: one timed request per size, each a capacity point of its own. */
import {stageDraft} from "../draft.js";
import type {RequestDraft, StageDraft} from "../draft.js";
import {instant, count, measure} from "../units.js";
import {usageFields} from "../usage.js";
import type {Bakeoff, ContextTarget} from "./bakeoffShape.js";
import {sizeWord} from "./sizeWord.js";
import {thinkingMode} from "./thinkingMode.js";

/** The context probes of a bakeoff as capacity stages, one a target: its single request, by the file's own clocks (ms) and usage. Empty when no target was run. */
export function contextStages(doc: Bakeoff, model: string): StageDraft[] {
  return (doc.context?.targets ?? []).flatMap((t): StageDraft[] => {
    if (!t) return [];
    const nominal = count(t.attempted_context_tokens ?? t.target_tokens);
    return [
      stageDraft({
        model,
        kind: "capacity",
        slug: `context-${sizeWord(nominal)}`,
        startedAt: instant(doc.identity?.started_at),
        settings: {
          nominal_prompt_tokens: nominal,
          concurrency: null,
          max_tokens: null,
          cache_declared: null,
          thinking: thinkingMode(doc.thinking?.mode),
          n_planned: 1,
          engine: doc.identity?.engine ?? null,
          gpu: doc.identity?.gpu ?? null,
          max_context_tokens: count(doc.context?.max_model_len),
          reasoning_effort: doc.thinking?.reasoning_effort ?? null
        },
        requests: [request(t, nominal, doc)]
      })
    ];
  });
}

/** Files without `time_to_first_output_ms` know only the first content; their own rates then count from it. */
function request(t: ContextTarget, nominal: number | null, doc: Bakeoff): RequestDraft {
  const usage = usageFields(t.usage);
  const tokens = t.output_token_source === "usage" ? count(t.output_tokens) : (usage.output_tokens ?? null);
  const ttfo = (tokens ?? 0) > 0 && t.time_to_first_output_ms === 0 ? null : measure(t.time_to_first_output_ms);
  const ttft = (tokens ?? 0) > 0 && t.ttft_ms === 0 ? null : measure(t.ttft_ms);
  const e2e = measure(t.e2e_ms);
  const first = ttfo ?? ttft;
  const ok = t.status === "passed" || (t.error == null && e2e !== null);
  return {
    index: 0,
    ...usage,
    status: ok ? "ok" : "http_error",
    error: ok ? null : (t.error ?? `the harness says ${t.status ?? "nothing"}`),
    nominal_prompt_tokens: nominal,
    thinking: thinkingMode(doc.thinking?.mode),
    purpose: "context",
    ttfo_ms: ttfo,
    ttft_ms: ttft,
    e2e_ms: e2e,
    generation_ms: ok && e2e !== null && first !== null ? measure(e2e - first) : null,
    output_deltas:
      count(t.content_chunks) === null ? null : (count(t.content_chunks) ?? 0) + (count(t.reasoning_chunks) ?? 0),
    prompt_tokens: count(t.prompt_tokens) ?? usage.prompt_tokens ?? null,
    output_tokens: tokens,
    output_tokens_basis: tokens === null ? null : "usage",
    first_delta_tokens: tokens === null ? null : 1,
    last_delta_tokens: tokens,
    decode_basis: ttfo === null ? "e2e-minus-ttft" : "e2e-minus-ttfo",
    prefill_basis: ttfo === null ? "prompt-over-ttft" : null
  };
}
