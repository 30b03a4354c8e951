/** One request inside the engine, and what the HTTP side hears of it. */
import type {OutputToken} from "../answer/answer.js";

export type FinishReason = "stop" | "length" | "tool_calls" | "abort";

export interface Usage {
  promptTokens: number;
  completionTokens: number;
  cachedTokens: number;
  reasoningTokens: number;
}

/** What the HTTP side does with the engine's output. All calls happen on the engine's timer. */
export interface JobListener {
  /** The prefill is done; the first tokens follow at once. */
  started(): void;
  /** Tokens of one step, in order. */
  tokens(tokens: readonly OutputToken[], usage: Usage): void;
  finished(reason: FinishReason, usage: Usage): void;
}

export interface JobSpec {
  id: string;
  promptIds: number[];
  /** Salt of the prefix cache: requests of different salts share nothing. */
  cacheSalt: string;
  output: readonly OutputToken[];
  maxTokens: number;
  acceptance: number;
  listener: JobListener;
  /** Images cost memory on first use. */
  images: number;
  /** Not counted as a client's request (another client's load is). */
  seed: number;
}
