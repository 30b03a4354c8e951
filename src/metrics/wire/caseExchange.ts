import {z} from "zod";
import {WireText} from "../../schema/wire.js";
import {bytesOf, type Exchange} from "./exchange.js";

const Tool = z.union([
  z.string().transform((name) => ({name, parameters: null as unknown})),
  z
    .object({function: z.object({name: z.string(), parameters: z.unknown().optional()})})
    .transform((tool) => tool.function),
  z.object({name: z.string(), parameters: z.unknown().optional()})
]);

/** A hand-written capture: frames of [t_ms, text], and how the connection closed. */
export const WireCase = z.object({
  name: z.string().nullable().default(null),
  request: z
    .object({
      thinking: z.enum(["default", "enabled", "disabled"]).default("default"),
      max_tokens: z.number().nullable().default(null),
      tools: z.array(Tool).nullable().default(null),
      /** How the point was declared; undeclared counts as cold. */
      cache: z.enum(["cold", "warm"]).nullable().default(null)
    })
    .prefault({}),
  /** HTTP status; absent: 200. */
  http_status: z.number().int().optional(),
  headers: z.record(z.string(), z.string()).default({}),
  frames: z.array(z.tuple([z.number(), WireText])),
  closed: z.enum(["end", "reset", "timeout", "aborted"]).default("end")
});
export type WireCase = z.infer<typeof WireCase>;

/** The exchange of a case. It ends with its last frame, since a case has no other clock. */
export function caseExchange(given: WireCase): Exchange {
  return {
    asked: {
      path: null,
      body: null,
      thinking: given.request.thinking,
      max_tokens: given.request.max_tokens,
      tools: (given.request.tools ?? []).map(({name, parameters}) => ({name, parameters: parameters ?? null}))
    },
    head: given.http_status === undefined ? null : {t_ms: 0, status: given.http_status, headers: given.headers},
    pieces: given.frames.map(([t_ms, text]) => ({t_ms, data: typeof text === "string" ? text : bytesOf(text.b64)})),
    end: {t_ms: given.frames.at(-1)?.[0] ?? null, kind: given.closed, error: null}
  };
}
