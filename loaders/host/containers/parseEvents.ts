import {z} from "zod";
import type {EngineEvent} from "./containers.js";

const Event = z.object({
  Action: z.string(),
  time: z.number(),
  timeNano: z.number().optional(),
  Actor: z.object({ID: z.string(), Attributes: z.record(z.string(), z.string()).default({})})
});

/** Container events from the engine's stream of JSON lines, cut anywhere. A line of another shape is passed over. */
export async function* parseEvents(stream: AsyncIterable<Buffer>): AsyncGenerator<EngineEvent> {
  let pending = "";
  for await (const chunk of stream) {
    const lines = (pending + chunk.toString("utf8")).split("\n");
    pending = lines.pop() ?? "";
    for (const line of lines) {
      const event = parse(line);
      if (event) yield event;
    }
  }
}

function parse(line: string): EngineEvent | null {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return null;
  }
  const read = Event.safeParse(json);
  if (!read.success) return null;
  const {Action, time, Actor} = read.data;
  return {
    at: new Date(time * 1000).toISOString(),
    action: Action,
    id: Actor.ID,
    name: Actor.Attributes["name"] ?? "",
    attributes: Actor.Attributes
  };
}
