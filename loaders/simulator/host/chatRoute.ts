/** `/v1/chat/completions`: checks a request as SGLang does, plans its answer and queues it. */
import {randomBytes} from "node:crypto";
import {readConversation, wantsThinking} from "../answer/conversation.js";
import {outputTokens} from "../answer/outputTokens.js";
import {planAnswer} from "../answer/planAnswer.js";
import {chatBody, Collector, writeJson, type Collected} from "../chat/chatCollect.js";
import {ChatStream, type ChatStreamOptions} from "../chat/chatStream.js";
import {ApiError, contextOverflow, inputTooLong} from "../chat/errors.js";
import {buildPrompt, ImageError, type Prompt} from "../chat/prompt.js";
import {ChatRequest} from "../chat/request.js";
import type {JobListener} from "../engine/job.js";
import type {HostState} from "./hostState.js";
import type {Output, ServerTimes} from "./output.js";

/** Parses and checks a chat request's body. Throws ApiError. */
export function readChatRequest(state: HostState, body: unknown): ChatRequest {
  const parsed = ChatRequest.safeParse(body);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ApiError(400, `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "invalid request"}`);
  }
  const request = parsed.data;
  const {name} = state.config.model;
  if (request.model !== undefined && request.model !== "default" && request.model !== name)
    throw new ApiError(404, `The model \`${request.model}\` does not exist.`, "NotFoundError");
  if (request.stream && request.return_meta_info)
    throw new ApiError(400, "return_meta_info is not supported with streaming");
  return request;
}

/** The prompt of a request. Throws ApiError for an image that cannot be read. */
export function promptOf(request: ChatRequest): Prompt {
  try {
    return buildPrompt(request.messages, request.tools, wantsThinking(request), request.tool_choice !== "none");
  } catch (error) {
    if (error instanceof ImageError) throw new ApiError(400, error.message);
    throw error;
  }
}

/** The tokens that may be generated: as asked, else what fits. Throws ApiError when prompt and answer do not fit. */
function tokenBudget(state: HostState, request: ChatRequest, promptTokens: number): number {
  const context = Math.min(state.contextTokens, state.poolTokens);
  if (promptTokens >= context) throw inputTooLong(context, promptTokens);
  const asked = request.max_completion_tokens ?? request.max_tokens;
  if (!asked) return context - promptTokens;
  if (promptTokens + asked > context) throw contextOverflow(context, promptTokens, asked);
  return asked;
}

export interface Accepted {
  /** Ends the request: its client has gone. */
  abort(): void;
}

/** Queues a request; `makeListener` gets the output, faults included, and the stream's settings. Throws ApiError. */
export function queueChat(
  state: HostState,
  request: ChatRequest,
  times: ServerTimes,
  output: Output,
  makeListener: (output: Output, options: ChatStreamOptions) => JobListener
): Accepted {
  const prompt = promptOf(request);
  const maxTokens = tokenBudget(state, request, prompt.ids.length);
  const conversation = readConversation(request, prompt, maxTokens);
  const {config} = state;
  const faults = state.faults.request(state, conversation, planAnswer(conversation, config.seed, state.rules));
  const {answer, refusal} = faults;
  if (refusal === "reset") {
    output.cut();
    return {abort: () => undefined};
  }
  if (refusal) throw new ApiError(refusal.status, refusal.message, "ServiceError", refusal.headers ?? {});
  const id = request.rid ?? randomBytes(16).toString("hex");
  times.request_id = id;
  const listener = makeListener(faults.wrap(output), {
    head: {id, created: Math.floor(Date.now() / 1000), model: config.model.name},
    includeUsage: request.stream_options?.include_usage === true,
    continuousUsage: request.stream_options?.continuous_usage_stats === true,
    cacheReport: config.model.cacheReport,
    separateReasoning: request.separate_reasoning !== false
  });
  state.scheduler.submit({
    id,
    promptIds: prompt.ids,
    cacheSalt: `${request.cache_salt ?? ""}\u0000${request.extra_key ?? ""}`,
    output: outputTokens(answer),
    maxTokens,
    acceptance: answer.acceptance ?? config.model.acceptance,
    images: prompt.images.length,
    listener: state.watch(listener, times, faults.prefilled),
    seed: config.seed + prompt.ids.length
  });
  return {abort: () => state.scheduler.abort(id)};
}

export function chatRoute(state: HostState, body: unknown, output: Output, times: ServerTimes): Accepted {
  const request = readChatRequest(state, body);
  return queueChat(state, request, times, output, (wrapped, options) =>
    request.stream
      ? new ChatStream(wrapped, options)
      : new Collector(options.head.id, options.separateReasoning, (collected: Collected) => {
          writeJson(wrapped, 200, chatBody(collected, options));
        })
  );
}
