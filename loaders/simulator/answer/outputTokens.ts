/** Cuts an answer into output tokens, structure tokens included. */
import {pieces} from "../tokenizer.js";
import type {Answer, OutputToken} from "./answer.js";

const silent: OutputToken = {channel: "none", text: "", call: -1};

/** The tokens of an answer; the last one is the unseen end token, unless the text is endless. */
export function outputTokens(answer: Answer): OutputToken[] {
  const tokens: OutputToken[] = [];
  if (answer.reasoning !== null) {
    for (const text of pieces(answer.reasoning)) tokens.push({channel: "reasoning", text, call: -1});
    tokens.push(silent);
  }
  for (const text of pieces(answer.content)) tokens.push({channel: "content", text, call: -1});
  answer.toolCalls.forEach((tool, call) => {
    tokens.push(silent, {channel: "tool", text: "", call, name: tool.name});
    for (const text of pieces(tool.arguments)) tokens.push({channel: "tool", text, call});
    tokens.push(silent);
  });
  if (!answer.endless) tokens.push(silent);
  return tokens;
}
