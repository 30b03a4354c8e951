/** A request record from what a foreign file holds; what it does not hold is null. */
import type {RequestRecord} from "../../src/schema/request.js";
import type {RequestDraft, StageDraft} from "./draft.js";

/** `index` is the request's place in its stage; it is also in the id. */
export function buildRequest(
  draft: RequestDraft,
  index: number,
  stage: StageDraft,
  profile: string,
  name: string
): RequestRecord {
  return {
    http_status: null,
    finish_reason: null,
    error: null,
    ttfo_ms: null,
    ttft_ms: null,
    first_reasoning_ms: null,
    first_tool_ms: null,
    last_output_ms: null,
    e2e_ms: null,
    generation_ms: null,
    output_deltas: null,
    prompt_tokens: null,
    output_tokens: null,
    cached_tokens: null,
    reasoning_tokens: null,
    first_delta_tokens: null,
    last_delta_tokens: null,
    decode_basis: null,
    cached_basis: null,
    output_tokens_basis: null,
    prefill_basis: null,
    chunk_gap_ms_p50: null,
    max_stall_ms: null,
    accept_length: null,
    content: null,
    reasoning: null,
    tool_calls: [],
    phase: "measured",
    boot_id: null,
    nominal_prompt_tokens: stage.settings.nominal_prompt_tokens ?? null,
    concurrency: stage.settings.concurrency ?? null,
    max_tokens: stage.settings.max_tokens ?? null,
    cache_declared: stage.settings.cache_declared ?? null,
    sent_at: null,
    sent_ms: null,
    connect_ms: null,
    reused: null,
    in_flight_mean: null,
    prompt_id: null,
    prompt_sha256: null,
    thinking: stage.settings.thinking ?? null,
    offered_tools: null,
    purpose: null,
    ignore_eos: null,
    template_tokens: null,
    short: null,
    client: null,
    ...draft,
    schema: "assay.request/v1",
    request_id: `${profile}/${name}#${index}`,
    profile,
    stage: name,
    index
  };
}

/** The place of each request: the file's own index where all of these are given and differ, else the order in the file. */
export function requestIndexes(drafts: RequestDraft[]): number[] {
  const own = drafts.map((d) => d.index);
  const usable = own.every((i) => i !== null && i < 1_000_000) && new Set(own).size === own.length;
  return own.map((i, position) => (usable && i !== null ? i : position));
}
