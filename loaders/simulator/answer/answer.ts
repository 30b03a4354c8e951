/** What the simulated model will say, before it is cut into tokens and steps. */
export interface AnswerToolCall {
  name: string;
  /** The arguments as the model writes them: JSON text, unless a fault spoils it. */
  arguments: string;
}

export interface Answer {
  reasoning: string | null;
  content: string;
  toolCalls: AnswerToolCall[];
  /** The rule that made it. */
  rule: string;
  /** What an answer of the book is about: coding, ocr, image. */
  topic?: string;
  /** Chance that a drafted token is accepted; absent: the model's own for prose. */
  acceptance?: number;
  /** The text ends only where max_tokens cuts it. */
  endless?: boolean;
}

export type Channel = "reasoning" | "content" | "tool" | "none";

/** One output token: its channel and visible text. Structure tokens (end of thought, call marks, end of text) show nothing. */
export interface OutputToken {
  channel: Channel;
  text: string;
  /** Which tool call, on the tool channel. */
  call: number;
  /** The call's name, on its first token only. */
  name?: string;
}
