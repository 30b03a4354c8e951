/** `/v1/responses`, over the same queue as chat completions. */
import {Collector, writeJson} from "../chat/chatCollect.js";
import {chatBodyOf} from "../chat/responsesRequest.js";
import {responseBody, ResponsesStream} from "../chat/responsesOutput.js";
import {type Accepted, queueChat, readChatRequest} from "./chatRoute.js";
import type {HostState} from "./hostState.js";
import type {Output, ServerTimes} from "./output.js";

export function responsesRoute(state: HostState, body: unknown, output: Output, times: ServerTimes): Accepted {
  const {chat, stream} = chatBodyOf(body);
  const request = readChatRequest(state, chat);
  return queueChat(state, request, times, output, (wrapped, {head}) => {
    const collector = new Collector(head.id, true, (collected) =>
      writeJson(wrapped, 200, responseBody(head, collected))
    );
    return stream ? new ResponsesStream(wrapped, head, collector) : collector;
  });
}
