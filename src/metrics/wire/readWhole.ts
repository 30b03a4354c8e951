import type {Exchange} from "./exchange.js";
import {isObject, messageOf} from "./messageOf.js";
import {readMessage, readUsage, type ToolPiece} from "./readChunk.js";
import {emptyReading, type Reading} from "./reading.js";
import {utf8Pieces} from "./utf8Pieces.js";

/** The body's text, put together from its pieces. */
export function bodyText(exchange: Exchange): string {
  const utf8 = utf8Pieces();
  const parts = exchange.pieces.map((piece) => utf8.decode(piece.data));
  return parts.join("") + utf8.flush();
}

/** Items of a responses answer: text, reasoning and function calls. */
function readItems(items: unknown[]): {reasoning: string; content: string; tools: ToolPiece[]} {
  const out = {reasoning: "", content: "", tools: [] as ToolPiece[]};
  const texts = (parts: unknown) =>
    (Array.isArray(parts) ? parts : []).map((p) => (isObject(p) && typeof p.text === "string" ? p.text : "")).join("");
  for (const item of items.filter(isObject)) {
    if (item.type === "message") out.content += texts(item.content);
    else if (item.type === "reasoning") out.reasoning += texts(item.content) + texts(item.summary);
    else if (item.type === "function_call")
      out.tools.push({
        index: out.tools.length,
        id: typeof item.call_id === "string" ? item.call_id : null,
        name: typeof item.name === "string" ? item.name : "",
        arguments: typeof item.arguments === "string" ? item.arguments : ""
      });
  }
  return out;
}

/** Reads an answer that came whole, as JSON: chat completion or responses. It has text and usage, and no time of any delta. */
export function readWhole(exchange: Exchange): Reading {
  const reading = emptyReading();
  const text = bodyText(exchange);
  reading.body = text;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (exchange.end.kind === "end" && text.trim() !== "")
      reading.error = `the body is not JSON: ${text.slice(0, 200)}`;
    return reading;
  }
  if (!isObject(value)) return reading;
  if (value.error) reading.error = messageOf(value.error);
  if (exchange.end.kind === "end") reading.done_ms = exchange.end.t_ms;
  const choice = Array.isArray(value.choices) ? value.choices.find(isObject) : undefined;
  const message = Array.isArray(value.output)
    ? readItems(value.output)
    : readMessage(choice?.message ?? choice?.text ?? null);
  reading.outputs.push({t_ms: exchange.pieces.at(-1)?.t_ms ?? 0, ...message, counted: null});
  reading.final = readUsage(value.usage);
  reading.cached = reading.final?.cached ?? null;
  if (typeof choice?.finish_reason === "string") reading.finish = choice.finish_reason;
  else if (value.status === "completed") reading.finish = "stop";
  else if (value.status === "incomplete") reading.finish = "length";
  else if (value.status === "failed") reading.error ??= messageOf(value);
  return reading;
}
