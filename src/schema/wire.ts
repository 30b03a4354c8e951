import {z} from "zod";

/** Text as it arrived, or base64 of bytes that are not valid UTF-8 on their own. */
export const WireText = z.union([z.string(), z.object({b64: z.string()})]);

/** First frame of a request: what was sent. Its `body` is the JSON body as sent (no secrets are in it). */
export const WireRequest = z.object({
  request: z.object({
    method: z.string(),
    path: z.string(),
    body: z.unknown(),
    /** As in `cases/wire`: what the checks of a request are judged by. */
    thinking: z.enum(["default", "enabled", "disabled"]).optional(),
    max_tokens: z.number().int().nullable().optional(),
    tools: z.array(z.string()).nullable().optional()
  }),
  sent_at: z.string()
});
export const WireHead = z.object({status: z.number().int(), headers: z.record(z.string(), z.string())});
export const WireEnd = z.object({end: z.enum(["end", "reset", "timeout", "aborted"]), error: z.string().optional()});

/** `[request_id, t_ns, payload]`; t_ns is a plain integer since that request's t=0. */
export const WireFrame = z.tuple([
  z.string(),
  z.number().int().nonnegative(),
  z.union([WireText, WireRequest, WireHead, WireEnd])
]);
export type WireFrame = z.infer<typeof WireFrame>;
