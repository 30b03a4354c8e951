/** SGLang's server-sent events, byte for byte in its key order. Built from text: a chunk is written per step and stream. */
import type {FinishReason, Usage} from "../engine/job.js";

export interface ChunkHead {
  id: string;
  created: number;
  model: string;
}

/** Usage as SGLang tells it: `prompt_tokens_details` only with cache reporting, and only when something was cached. */
export function usageOf(usage: Usage, cacheReport: boolean): Record<string, unknown> {
  return {
    prompt_tokens: usage.promptTokens,
    total_tokens: usage.promptTokens + usage.completionTokens,
    completion_tokens: usage.completionTokens,
    prompt_tokens_details: cacheReport && usage.cachedTokens > 0 ? {cached_tokens: usage.cachedTokens} : null,
    reasoning_tokens: usage.reasoningTokens
  };
}

/** The same as JSON text; a template, since it is written with every chunk. */
export function usageText(usage: Usage, cacheReport: boolean): string {
  const details = cacheReport && usage.cachedTokens > 0 ? `{"cached_tokens":${usage.cachedTokens}}` : "null";
  return `{"prompt_tokens":${usage.promptTokens},"total_tokens":${usage.promptTokens + usage.completionTokens},"completion_tokens":${usage.completionTokens},"prompt_tokens_details":${details},"reasoning_tokens":${usage.reasoningTokens}}`;
}

/** Writes chunks of one stream; what does not change is rendered once. */
export class ChunkWriter {
  readonly #open: string;

  constructor(head: ChunkHead) {
    this.#open = `data: {"id":${JSON.stringify(head.id)},"object":"chat.completion.chunk","created":${head.created},"model":${JSON.stringify(head.model)},"choices":`;
  }

  /** A delta's event; `delta` and `usage` are JSON texts. */
  delta(delta: string, usage: string): string {
    return `${this.#open}[{"index":0,"delta":${delta},"logprobs":null,"finish_reason":null,"matched_stop":null}],"usage":${usage}}\n\n`;
  }

  finish(reason: FinishReason, matchedStop: number | string | null, usage: string): string {
    return `${this.#open}[{"index":0,"delta":{},"logprobs":null,"finish_reason":"${reason}","matched_stop":${JSON.stringify(matchedStop)}}],"usage":${usage}}\n\n`;
  }

  usage(usage: string): string {
    return `${this.#open}[],"usage":${usage}}\n\n`;
  }
}

export const done = "data: [DONE]\n\n";
