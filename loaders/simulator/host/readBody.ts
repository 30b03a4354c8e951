/** The JSON body of a request; null when there is none. */
import type {IncomingMessage} from "node:http";
import {ApiError} from "../chat/errors.js";

export async function readBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  if (!parts.length) return null;
  try {
    return JSON.parse(Buffer.concat(parts).toString("utf8"));
  } catch (error) {
    throw new ApiError(400, `Invalid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
