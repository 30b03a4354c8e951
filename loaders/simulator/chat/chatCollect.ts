/** A chat completion that is not streamed: collects the tokens and answers once. */
import type {OutputToken} from "../answer/answer.js";
import type {FinishReason, JobListener, Usage} from "../engine/job.js";
import type {Output} from "../host/output.js";
import {endToken, type ChatStreamOptions} from "./chatStream.js";
import {usageOf} from "./chunk.js";

export interface Collected {
  reasoning: string | null;
  content: string | null;
  toolCalls: {id: string; type: "function"; function: {name: string; arguments: string}}[];
  reason: FinishReason;
  usage: Usage;
}

/** Collects an answer and hands it to `complete`. */
export class Collector implements JobListener {
  #reasoning = "";
  #content = "";
  readonly #calls: {name: string; arguments: string}[] = [];

  constructor(
    readonly id: string,
    readonly separateReasoning: boolean,
    readonly complete: (collected: Collected) => void
  ) {}

  started(): void {
    // A response that is not streamed says nothing before its end.
  }

  tokens(tokens: readonly OutputToken[]): void {
    for (const token of tokens) {
      if (token.channel === "reasoning" && this.separateReasoning) this.#reasoning += token.text;
      else if (token.channel === "reasoning" || token.channel === "content") this.#content += token.text;
      else if (token.channel === "tool") this.#tool(token);
    }
  }

  finished(reason: FinishReason, usage: Usage): void {
    this.complete(this.result(reason, usage));
  }

  /** What was collected. */
  result(reason: FinishReason, usage: Usage): Collected {
    return {
      reasoning: this.#reasoning || null,
      content: this.#content || null,
      toolCalls: this.#calls.map((call, i) => ({
        id: `call_${this.id.slice(0, 12)}${i + 1}`,
        type: "function" as const,
        function: call
      })),
      reason,
      usage
    };
  }

  #tool(token: OutputToken): void {
    if (token.name !== undefined) this.#calls.push({name: token.name, arguments: ""});
    const call = this.#calls[token.call];
    if (call) call.arguments += token.text;
  }
}

/** The JSON body of a collected chat completion. */
export function chatBody(collected: Collected, options: ChatStreamOptions): Record<string, unknown> {
  const {reason} = collected;
  return {
    id: options.head.id,
    object: "chat.completion",
    created: options.head.created,
    model: options.head.model,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: collected.content,
          reasoning_content: collected.reasoning,
          tool_calls: collected.toolCalls.length ? collected.toolCalls : null
        },
        logprobs: null,
        finish_reason: reason,
        matched_stop: reason === "stop" ? endToken : null
      }
    ],
    usage: usageOf(collected.usage, options.cacheReport),
    metadata: {weight_version: "default"}
  };
}

export function writeJson(output: Output, status: number, body: unknown, headers: Record<string, string> = {}): void {
  output.head(status, {"content-type": "application/json", ...headers});
  output.end(JSON.stringify(body));
}
