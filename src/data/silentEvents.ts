import {exchangeOf} from "../metrics/wire/exchange.js";
import {isObject} from "../metrics/wire/messageOf.js";
import {readChunk} from "../metrics/wire/readChunk.js";
import {sseFramer} from "../metrics/wire/sseFramer.js";
import {utf8Pieces} from "../metrics/wire/utf8Pieces.js";
import type {SilentEvent} from "../components/request/requestData.js";
import type {WireFrame} from "../schema/wire.js";

/**
 * The events of a stream that are no output deltas: the one that opens it with a role, the final usage, and [DONE].
 * What does not parse is passed over: it is told by the request's status.
 */
export function silentEvents(frames: readonly WireFrame[]): SilentEvent[] {
  const events: SilentEvent[] = [];
  let now = 0;
  const framer = sseFramer(({data}) => {
    if (data.trim() === "[DONE]") return void events.push([now, "usage", "[DONE]"]);
    const value = parsed(data);
    if (!isObject(value)) return;
    const {alone, usage, content, reasoning, tools} = readChunk(value);
    if (alone && usage)
      events.push([now, "usage", `prompt ${told(usage.prompt)}, output ${told(usage.output)} tokens`]);
    else if (content === "" && reasoning === "" && tools.length === 0 && roleOf(value) !== null)
      events.push([now, "role", `role ${roleOf(value)}`]);
  });
  const utf8 = utf8Pieces();
  for (const piece of exchangeOf(frames).pieces) {
    now = piece.t_ms;
    framer.feed(utf8.decode(piece.data));
  }
  return events;
}

const told = (count: number | null) => (count === null ? "not counted" : String(count));

function roleOf(value: Record<string, unknown>): string | null {
  const choices: unknown[] = Array.isArray(value["choices"]) ? value["choices"] : [];
  const [choice] = choices;
  const delta = isObject(choice) ? choice["delta"] : null;
  return isObject(delta) && typeof delta["role"] === "string" ? delta["role"] : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
