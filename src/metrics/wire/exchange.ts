import {z} from "zod";
import type {WireFrame, WireRequest} from "../../schema/wire.js";

/** What a request asked, as far as its frames tell. */
export interface Asked {
  path: string | null;
  body: unknown;
  thinking: "default" | "enabled" | "disabled";
  max_tokens: number | null;
  /** Tools that were offered; `parameters` is a JSON schema, null where only the name is known. */
  tools: {name: string; parameters: unknown}[];
}

/** One HTTP attempt: what was sent, the head, the body's pieces as they arrived, and how it ended. Times are ms since t=0. */
export interface Exchange {
  asked: Asked;
  head: {t_ms: number; status: number; headers: Record<string, string>} | null;
  pieces: {t_ms: number; data: string | Uint8Array}[];
  /** `t_ms` is null in a capture without a frame, which has no clock of its own. */
  end: {t_ms: number | null; kind: "end" | "reset" | "timeout" | "aborted"; error: string | null};
}

const Body = z.object({
  max_tokens: z.number().nullish(),
  max_completion_tokens: z.number().nullish(),
  max_output_tokens: z.number().nullish(),
  chat_template_kwargs: z.object({enable_thinking: z.boolean().nullish(), thinking: z.boolean().nullish()}).nullish(),
  tools: z
    .array(
      z.object({
        name: z.string().optional(),
        parameters: z.unknown().optional(),
        function: z.object({name: z.string(), parameters: z.unknown().optional()}).optional()
      })
    )
    .nullish()
});

/** Reads what was asked from the first frame: its own fields first, then the JSON body as sent. */
export function askedOf(request: z.infer<typeof WireRequest>["request"]): Asked {
  const parsed = Body.safeParse(request.body);
  const body = parsed.success ? parsed.data : undefined;
  const flag = body?.chat_template_kwargs?.enable_thinking ?? body?.chat_template_kwargs?.thinking ?? null;
  const sent = (body?.tools ?? []).flatMap((tool) => {
    const name = tool.function?.name ?? tool.name;
    return name === undefined ? [] : [{name, parameters: tool.function?.parameters ?? tool.parameters ?? null}];
  });
  const names = request.tools ?? null;
  return {
    path: request.path,
    body: request.body,
    thinking: request.thinking ?? (flag === null ? "default" : flag ? "enabled" : "disabled"),
    max_tokens:
      request.max_tokens ?? body?.max_tokens ?? body?.max_completion_tokens ?? body?.max_output_tokens ?? null,
    tools: names ? names.map((name) => sent.find((tool) => tool.name === name) ?? {name, parameters: null}) : sent
  };
}

/** Bytes of a base64 text. */
export function bytesOf(b64: string): Uint8Array {
  return Uint8Array.from(atob(b64), (character) => character.charCodeAt(0));
}

/** Puts the wire frames of one request together. A request without its closing frame counts as reset at its last frame. */
export function exchangeOf(frames: readonly WireFrame[]): Exchange {
  const exchange: Exchange = {
    asked: {path: null, body: null, thinking: "default", max_tokens: null, tools: []},
    head: null,
    pieces: [],
    end: {t_ms: 0, kind: "reset", error: null}
  };
  for (const [, tNs, payload] of frames) {
    const t_ms = tNs / 1e6;
    if (typeof payload === "string") exchange.pieces.push({t_ms, data: payload});
    else if ("b64" in payload) exchange.pieces.push({t_ms, data: bytesOf(payload.b64)});
    else if ("request" in payload) exchange.asked = askedOf(payload.request);
    else if ("status" in payload) exchange.head = {t_ms, status: payload.status, headers: payload.headers};
    else exchange.end = {t_ms, kind: payload.end, error: payload.error ?? null};
    exchange.end.t_ms = t_ms;
  }
  return exchange;
}
