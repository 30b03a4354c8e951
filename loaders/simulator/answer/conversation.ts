/** What a chat request asks, in a form that the answer rules read. */
import type {Prompt} from "../chat/prompt.js";
import {textOf} from "../chat/prompt.js";
import type {ChatRequest} from "../chat/request.js";

export interface Conversation {
  request: ChatRequest;
  prompt: Prompt;
  /** Text of the last user message. */
  user: string;
  /** Text of everything before the end of the last user message, system included. */
  all: string;
  /** The end of the last user message, where a question stands. */
  question: string;
  /** Text of tool results after the last user message. */
  toolResults: string[];
  thinking: boolean;
  maxTokens: number;
}

const questionCharacters = 1200;

/** Whether the template lets the model think: `enable_thinking` or `thinking`; the default is yes. */
export function wantsThinking(request: ChatRequest): boolean {
  const kwargs = request.chat_template_kwargs ?? {};
  const flag = kwargs.enable_thinking ?? kwargs.thinking;
  return flag !== false;
}

/** The last paragraph of a long text, the whole of a short one. */
function questionOf(text: string): string {
  const last = text.trimEnd().lastIndexOf("\n\n");
  return text.length <= questionCharacters
    ? text
    : text.slice(last < 0 ? -questionCharacters : last + 2).slice(-questionCharacters);
}

export function readConversation(request: ChatRequest, prompt: Prompt, maxTokens: number): Conversation {
  const lastUser = request.messages.findLastIndex((message) => message.role === "user");
  const user = request.messages[lastUser];
  const userText = user ? textOf(user) : "";
  const all = request.messages
    .filter((message) => message.role !== "assistant" && message.role !== "tool")
    .map(textOf)
    .join("\n");
  const toolResults = request.messages
    .slice(lastUser + 1)
    .filter((message) => message.role === "tool")
    .map(textOf);
  return {
    request,
    prompt,
    user: userText,
    all,
    question: questionOf(userText),
    toolResults,
    thinking: wantsThinking(request),
    maxTokens
  };
}
