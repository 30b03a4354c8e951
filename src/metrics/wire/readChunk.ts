import {isObject, messageOf} from "./messageOf.js";

/** A piece of a tool call as it came. */
export interface ToolPiece {
  index: number | null;
  id: string | null;
  name: string;
  arguments: string;
}

export interface Usage {
  prompt: number | null;
  output: number | null;
  cached: number | null;
  reasoning: number | null;
}

/** What one parsed SSE event says. `alone`: it has no choices, so its usage is the final one. */
export interface Chunk {
  reasoning: string;
  content: string;
  tools: ToolPiece[];
  finish: string | null;
  usage: Usage | null;
  alone: boolean;
  error: string | null;
}

const text = (value: unknown) => (typeof value === "string" ? value : "");
/** A count of tokens, or an index: a whole number, else it is none. */
const count = (value: unknown) => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Token counts under the names of the chat and of the responses API; what is absent stays null. */
export function readUsage(value: unknown): Usage | null {
  if (!isObject(value)) return null;
  const prompt = isObject(value.prompt_tokens_details) ? value.prompt_tokens_details : value.input_tokens_details;
  const output = isObject(value.completion_tokens_details)
    ? value.completion_tokens_details
    : value.output_tokens_details;
  return {
    prompt: count(value.prompt_tokens ?? value.input_tokens),
    output: count(value.completion_tokens ?? value.output_tokens),
    cached: count((isObject(prompt) ? prompt.cached_tokens : null) ?? value.cached_tokens),
    reasoning: count(value.reasoning_tokens ?? (isObject(output) ? output.reasoning_tokens : null))
  };
}

/** Content in parts, of which some may be thoughts. */
function readContent(value: unknown[]): {content: string; reasoning: string} {
  const out = {content: "", reasoning: ""};
  for (const part of value) {
    if (!isObject(part)) continue;
    const inner = list(part.thinking).map((p) => (isObject(p) ? text(p.text) : ""));
    if (part.type === "thinking" || part.type === "reasoning")
      out.reasoning += text(part.thinking) + text(part.text) + inner.join("");
    else out.content += text(part.text);
  }
  return out;
}

const NO_TOOLS: ToolPiece[] = [];

function readTools(message: Record<string, unknown>): ToolPiece[] {
  // Most deltas carry none: this is the hot path.
  if (message.tool_calls === undefined && message.function_call === undefined) return NO_TOOLS;
  const calls = list(message.tool_calls).filter(isObject);
  if (isObject(message.function_call)) calls.push({index: 0, function: message.function_call});
  return calls.map((call) => {
    const fn = isObject(call.function) ? call.function : {};
    const args = fn.arguments;
    return {
      index: count(typeof call.index === "string" && call.index !== "" ? Number(call.index) : call.index),
      id: typeof call.id === "string" && call.id !== "" ? call.id : null,
      name: text(fn.name),
      arguments: isObject(args) || Array.isArray(args) ? JSON.stringify(args) : text(args)
    };
  });
}

/** Reads a delta or a whole message: servers name the reasoning channel `reasoning_content`, `reasoning` or `thinking`. */
export function readMessage(message: unknown): Pick<Chunk, "reasoning" | "content" | "tools"> {
  if (!isObject(message)) return {reasoning: "", content: text(message), tools: NO_TOOLS};
  const named = text(message.reasoning_content) || text(message.reasoning) || text(message.thinking);
  if (!Array.isArray(message.content))
    return {reasoning: named, content: text(message.content), tools: readTools(message)};
  const parts = readContent(message.content);
  return {reasoning: named + parts.reasoning, content: parts.content, tools: readTools(message)};
}

/** Choice 0, the only one that Assay asks for; `any` says whether there is any choice at all. */
function firstChoice(choices: unknown): {any: boolean; choice: Record<string, unknown> | undefined} {
  let any = false;
  for (const choice of list(choices)) {
    if (!isObject(choice)) continue;
    any = true;
    if ((choice.index ?? 0) === 0) return {any, choice};
  }
  return {any, choice: undefined};
}

/** A finish reason: a word, or (the native API of SGLang) an object whose type is the word. */
function readFinish(value: unknown): string | null {
  const word = text(isObject(value) ? value.type : value);
  return word === "" ? null : word;
}

/** Reads a chat completion chunk. */
export function readChunk(value: Record<string, unknown>): Chunk {
  const {any, choice} = firstChoice(value.choices);
  const failed = value.error || choice?.error || (value.object === "error" || value.type === "error" ? value : null);
  const finish = readFinish(choice?.finish_reason);
  const {reasoning, content, tools} = readMessage(choice?.delta ?? choice?.message ?? choice?.text ?? null);
  return {
    reasoning,
    content,
    tools,
    finish,
    usage: readUsage(value.usage),
    alone: !any,
    error: failed ? messageOf(failed) : finish === "error" ? "finish_reason error" : null
  };
}
