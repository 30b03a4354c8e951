/** What a fault is: a name, what it does, what it should turn, and hooks at the places where a real host goes wrong. */
import type {Answer} from "../answer/answer.js";
import type {Conversation} from "../answer/conversation.js";
import type {Output} from "../host/output.js";
import type {ModelSpec} from "../options.js";
import type {Random} from "../random.js";

/** What a fault may do to the server under it. */
export interface FaultyHost {
  readonly contextTokens: number;
  /** Memory that nobody gives back, MiB per card. */
  leak(mib: number): void;
  outOfMemory(): void;
  /** The process dies and is started again. */
  restart(): void;
  forceDepth(depth: number): void;
  /** Counts this share of every prompt as cached. */
  pretendCached(share: number): void;
  /** Every flush is refused. */
  keepCache(): void;
  startForeignLoad(): void;
  /** Another process takes memory on the cards, MiB each. */
  shareCards(mib: number): void;
}

/** A chat request as hooks see it. */
export interface RequestContext {
  conversation: Conversation;
  answer: Answer;
  host: FaultyHost;
  /** Number of this request among those that the fault could hit, from 0. */
  turn: number;
  random: Random;
  parameter(name: string, fallback: number): number;
}

export type Refusal = {status: number; message: string; headers?: Record<string, string>} | "reset";

export interface FaultHooks {
  /** Which chat requests it can hit; absent: all. */
  applies?(conversation: Conversation, answer: Answer): boolean;
  /** Hits every n-th of them; absent: each. */
  every?: number;
  /** The first of them that is hit, from 0; absent: the last of each n. */
  first?: number;
  answer?(context: RequestContext): Answer;
  refuse?(context: RequestContext): Refusal;
  output?(output: Output, context: RequestContext): Output;
  /** After the prefill: memory, crashes, settings that move. */
  prefilled?(context: RequestContext): void;
  /** At every boot of a server. */
  booted?(host: FaultyHost): void;
  /** Changes the model that a boot serves. */
  model?(model: ModelSpec, boot: number): ModelSpec;
}

/** Faults of the container engine and the machine: places in their code ask for them by name. */
export type EnginePlace =
  | "image-absent"
  | "image-other-digest"
  | "port-taken"
  | "exits-at-once"
  | "never-healthy"
  | "healthy-but-silent"
  | "killed-for-memory"
  | "engine-silent"
  | "incumbent-will-not-start"
  | "memory-kept-after-exit"
  | "clock-throttled"
  | "no-nvidia-driver";

export interface Fault {
  name: string;
  /** One line. */
  description: string;
  /** What it turns and nothing else, in the words of the page test/simulator/faultTable.md: `gate:`, `check:`, `finding:`, `failure:`, ... */
  turns: string[];
  hooks?: FaultHooks;
  places?: EnginePlace[];
}
