/** The request row of a load tool: a latency of 0 is no measurement, a failed request has no tokens. */
import type {Basis} from "../../src/schema/basis.js";
import type {RequestDraft} from "./draft.js";

export interface Observed {
  failed: boolean;
  error: string | null;
  ttftMs: number | null;
  e2eMs: number | null;
  /** First to last output; null where the file does not hold it. */
  generationMs: number | null;
  decodeBasis: Basis | null;
  promptTokens: number | null;
  outputTokens: number | null;
  outputBasis: Basis | null;
}

/** k is assumed to be 1: none of these files says how many tokens the first chunk held. */
export function foreignRequest(o: Observed, more: Partial<RequestDraft> = {}): RequestDraft {
  const tokens = o.failed ? null : o.outputTokens;
  // A first token at 0 ms is no measurement, and neither is a generation that is counted from it.
  const timed = o.ttftMs === null || o.ttftMs > 0;
  const rated = !o.failed && timed && o.generationMs !== null && o.generationMs > 0;
  return {
    index: null,
    status: o.failed ? "http_error" : "ok",
    error: o.failed ? (o.error ?? "the file does not say why") : null,
    ttft_ms: o.failed ? null : positive(o.ttftMs),
    e2e_ms: o.failed ? null : positive(o.e2eMs),
    generation_ms: rated ? o.generationMs : null,
    prompt_tokens: o.promptTokens,
    output_tokens: tokens,
    output_tokens_basis: tokens === null ? null : o.outputBasis,
    first_delta_tokens: rated && tokens !== null ? 1 : null,
    last_delta_tokens: rated ? tokens : null,
    decode_basis: rated ? o.decodeBasis : null,
    prefill_basis: "prompt-over-ttft",
    ...more
  };
}

const positive = (value: number | null): number | null => (value === null || value <= 0 ? null : value);
