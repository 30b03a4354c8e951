/** `/v1/responses`: its body, and its events when streamed. */
import type {OutputToken} from "../answer/answer.js";
import type {FinishReason, JobListener, Usage} from "../engine/job.js";
import type {Output} from "../host/output.js";
import type {Collected} from "./chatCollect.js";
import type {ChunkHead} from "./chunk.js";
import {groupTokens} from "./groupTokens.js";

function usageOf(usage: Usage): Record<string, unknown> {
  return {
    input_tokens: usage.promptTokens,
    input_tokens_details: {cached_tokens: usage.cachedTokens},
    output_tokens: usage.completionTokens,
    output_tokens_details: {reasoning_tokens: usage.reasoningTokens},
    total_tokens: usage.promptTokens + usage.completionTokens
  };
}

/** The response object; `content` null while nothing is done. */
export function responseBody(head: ChunkHead, collected: Collected | null): Record<string, unknown> {
  const status = collected === null ? "in_progress" : collected.reason === "length" ? "incomplete" : "completed";
  const reasoning = collected?.reasoning
    ? [
        {
          id: `rs_${head.id}`,
          type: "reasoning",
          summary: [],
          content: [{type: "reasoning_text", text: collected.reasoning}]
        }
      ]
    : [];
  const calls = (collected?.toolCalls ?? []).map(({id, function: {name, arguments: text}}) => ({
    id: `fc_${id}`,
    call_id: id,
    type: "function_call",
    name,
    arguments: text,
    status: "completed"
  }));
  const message = collected?.content
    ? [
        {
          id: `msg_${head.id}`,
          type: "message",
          role: "assistant",
          status: "completed",
          content: [{type: "output_text", text: collected.content, annotations: [], logprobs: null}]
        }
      ]
    : [];
  return {
    id: `resp_${head.id}`,
    object: "response",
    created_at: head.created,
    model: head.model,
    status,
    incomplete_details: status === "incomplete" ? {reason: "max_output_tokens"} : null,
    error: null,
    output: [...reasoning, ...message, ...calls],
    usage: collected ? usageOf(collected.usage) : null
  };
}

/** Streams the events of a response. */
export class ResponsesStream implements JobListener {
  #sequence = 0;

  constructor(
    readonly output: Output,
    readonly head: ChunkHead,
    /** Collects the whole for the last event. */
    readonly collector: JobListener & {result(reason: FinishReason, usage: Usage): Collected}
  ) {}

  started(): void {
    this.output.head(200, {"content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache"});
    this.#event("response.created", {response: responseBody(this.head, null)});
    this.#event("response.in_progress", {response: responseBody(this.head, null)});
  }

  tokens(tokens: readonly OutputToken[], usage: Usage): void {
    this.collector.tokens(tokens, usage);
    for (const group of groupTokens(tokens, true)) {
      const place = {item_id: `msg_${this.head.id}`, output_index: group.channel === "tool" ? 1 + group.call : 0};
      if (group.name !== undefined)
        this.#event(
          "response.output_item.added",
          {...place, item: {type: "function_call", name: group.name, call_id: `call_${group.call}`, arguments: ""}},
          true
        );
      if (!group.text) continue;
      const type = {
        content: "response.output_text.delta",
        reasoning: "response.reasoning_text.delta",
        tool: "response.function_call_arguments.delta"
      }[group.channel];
      this.#event(type, {...place, content_index: 0, delta: group.text}, true);
    }
  }

  finished(reason: FinishReason, usage: Usage): void {
    const collected = this.collector.result(reason, usage);
    const type = reason === "length" ? "response.incomplete" : "response.completed";
    this.#event(type, {response: responseBody(this.head, collected)});
    this.output.end();
  }

  #event(type: string, body: Record<string, unknown>, isOutput = false): void {
    const data = JSON.stringify({type, sequence_number: this.#sequence++, ...body});
    this.output.write(`event: ${type}\ndata: ${data}\n\n`, isOutput);
  }
}
