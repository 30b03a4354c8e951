/** `/tokenize`: the count of a text, or of messages as the chat template would render them. */
import {z} from "zod";
import {ApiError} from "../chat/errors.js";
import {ChatRequest} from "../chat/request.js";
import {encode} from "../tokenizer.js";
import {promptOf} from "./chatRoute.js";
import type {HostState} from "./hostState.js";

const TextForm = z.looseObject({prompt: z.union([z.string(), z.array(z.string())])});

export function tokenizeRoute(state: HostState, body: unknown): Record<string, unknown> {
  const max_model_len = state.config.model.contextTokens;
  const text = TextForm.safeParse(body);
  if (text.success) {
    const {prompt} = text.data;
    if (typeof prompt === "string") {
      const tokens = encode(prompt);
      return {tokens, count: tokens.length, max_model_len};
    }
    const tokens = prompt.map((one) => encode(one));
    return {tokens, count: tokens.map((one) => one.length), max_model_len};
  }
  const chat = ChatRequest.safeParse(body);
  if (!chat.success) throw new ApiError(400, "Either prompt or messages is required");
  const tokens = promptOf(chat.data).ids;
  return {tokens, count: tokens.length, max_model_len};
}
