import {isObject, messageOf} from "./messageOf.js";
import {readUsage, type Chunk} from "./readChunk.js";

const text = (value: unknown) => (typeof value === "string" ? value : "");

/**
 * Reads an event of the responses API (`type: response.*`); null for anything else. Text comes as `delta` of
 * `response.output_text.delta`, thoughts of `response.reasoning*.delta`, tools of `response.function_call_arguments.delta`.
 */
export function readResponsesEvent(value: Record<string, unknown>): Chunk | null {
  const type = text(value.type);
  if (!type.startsWith("response.")) return null;
  const chunk: Chunk = {reasoning: "", content: "", tools: [], finish: null, usage: null, alone: false, error: null};
  const index = typeof value.output_index === "number" ? value.output_index : null;
  const response = isObject(value.response) ? value.response : {};
  if (type === "response.output_text.delta") chunk.content = text(value.delta);
  else if (/^response\.reasoning.*\.delta$/.test(type)) chunk.reasoning = text(value.delta);
  else if (type === "response.function_call_arguments.delta")
    chunk.tools = [{index, id: null, name: "", arguments: text(value.delta)}];
  else if (type === "response.output_item.added" && isObject(value.item) && value.item.type === "function_call")
    chunk.tools = [{index, id: text(value.item.call_id) || null, name: text(value.item.name), arguments: ""}];
  else if (type === "response.completed" || type === "response.incomplete") {
    chunk.finish = type === "response.completed" ? "stop" : "length";
    chunk.usage = readUsage(response.usage);
    chunk.alone = true;
  } else if (type === "response.failed") chunk.error = messageOf(response.error ?? value);
  return chunk;
}
