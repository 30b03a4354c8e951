/** A streamed chat completion: engine tokens in, server-sent events out. */
import type {OutputToken} from "../answer/answer.js";
import type {FinishReason, JobListener, Usage} from "../engine/job.js";
import type {Output} from "../host/output.js";
import {type ChunkHead, ChunkWriter, done, usageText} from "./chunk.js";
import {groupTokens, type TokenGroup} from "./groupTokens.js";

export interface ChatStreamOptions {
  head: ChunkHead;
  includeUsage: boolean;
  continuousUsage: boolean;
  cacheReport: boolean;
  separateReasoning: boolean;
}

const eventStream = {"content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache"};
/** GLM's end of turn, as `matched_stop` shows it. */
export const endToken = 151_336;

export class ChatStream implements JobListener {
  readonly #chunks: ChunkWriter;
  #sentToolCalls = 0;

  constructor(
    readonly output: Output,
    readonly options: ChatStreamOptions
  ) {
    this.#chunks = new ChunkWriter(options.head);
  }

  started(): void {
    this.output.head(200, eventStream);
    this.output.write(this.#chunks.delta('{"role":"assistant","content":""}', "null"), false);
  }

  tokens(tokens: readonly OutputToken[], usage: Usage): void {
    const counted = this.options.continuousUsage ? this.#usage(usage) : "null";
    for (const group of groupTokens(tokens, this.options.separateReasoning))
      this.output.write(this.#chunks.delta(this.#delta(group), counted), true);
  }

  finished(reason: FinishReason, usage: Usage): void {
    const counted = this.options.continuousUsage ? this.#usage(usage) : "null";
    this.output.write(this.#chunks.finish(reason, reason === "stop" ? endToken : null, counted), false);
    if (this.options.includeUsage) this.output.write(this.#chunks.usage(this.#usage(usage)), false);
    this.output.write(done, false);
    this.output.end();
  }

  #usage(usage: Usage): string {
    return usageText(usage, this.options.cacheReport);
  }

  #delta(group: TokenGroup): string {
    if (group.channel === "content") return `{"content":${JSON.stringify(group.text)}}`;
    if (group.channel === "reasoning") return `{"reasoning_content":${JSON.stringify(group.text)}}`;
    const opening = group.name !== undefined;
    if (opening) this.#sentToolCalls++;
    return JSON.stringify({
      tool_calls: [
        {
          index: group.call,
          ...(opening ? {id: `call_${this.options.head.id.slice(0, 12)}${this.#sentToolCalls}`, type: "function"} : {}),
          function: {...(opening ? {name: group.name} : {}), arguments: group.text}
        }
      ]
    });
  }
}
