import type {Exchange} from "./exchange.js";
import {isObject, messageOfBody} from "./messageOf.js";
import {readChunk, type Chunk} from "./readChunk.js";
import {readResponsesEvent} from "./readResponsesEvent.js";
import {emptyReading, type Reading} from "./reading.js";
import {sseFramer, type SseEvent} from "./sseFramer.js";
import {utf8Pieces} from "./utf8Pieces.js";

const producesOutput = (chunk: Chunk) =>
  chunk.reasoning !== "" || chunk.content !== "" || chunk.tools.some((t) => t.name !== "" || t.arguments !== "");

/** Reads a body as Server-Sent Events. An event has the time of the piece that completed it. Linear in the bytes. */
export function readStream(exchange: Exchange): Reading {
  const reading = emptyReading();
  let counted: number | null = null;
  let now = 0;
  let events = 0;

  const take = ({event, data}: SseEvent, whole: boolean) => {
    if (reading.done_ms !== null) return;
    // JSON begins with a brace as a rule: only the rest is looked at twice.
    const word = data.charCodeAt(0) === 123 ? data : data.trim();
    if (event === "error" && (word === "" || word === "[DONE]")) reading.error ??= "the server sent an error event";
    if (word === "") return;
    if (word === "[DONE]") {
      reading.done_ms = now;
      events += 1;
      return;
    }
    let value: unknown;
    try {
      value = JSON.parse(data);
    } catch {
      // The last event of a cut stream is half an event, not a wrong one.
      if (!whole) return;
      reading.error ??= event === "error" ? messageOfBody(data) : `a data line is not JSON: ${data.slice(0, 200)}`;
    }
    events += 1;
    if (event === "error") reading.error ??= messageOfBody(data);
    if (!isObject(value)) return;
    const chunk = readResponsesEvent(value) ?? readChunk(value);
    reading.error ??= chunk.error;
    reading.finish ??= chunk.finish;
    if (chunk.usage) {
      if (chunk.alone) reading.final = chunk.usage;
      else if (reading.finish !== null) reading.late = chunk.usage;
      if (!chunk.alone && chunk.usage.output !== null) counted = Math.max(counted ?? 0, chunk.usage.output);
      reading.cached = chunk.usage.cached ?? reading.cached;
    }
    if (producesOutput(chunk))
      reading.outputs.push({
        t_ms: now,
        reasoning: chunk.reasoning,
        content: chunk.content,
        tools: chunk.tools,
        counted
      });
    if (value.type === "response.completed" || value.type === "response.incomplete") reading.done_ms = now;
  };

  const utf8 = utf8Pieces();
  const framer = sseFramer((event) => take(event, true));
  let seen = "";
  for (const piece of exchange.pieces) {
    now = piece.t_ms;
    const text = utf8.decode(piece.data);
    if (seen.length < 2000) seen += text;
    framer.feed(text);
  }
  framer.feed(utf8.flush());
  const half = framer.end();
  if (half) take(half, false);
  if (events === 0 && framer.strangeLines() > 0)
    reading.error ??= `the body is not an event stream: ${messageOfBody(seen).slice(0, 500)}`;
  return reading;
}
