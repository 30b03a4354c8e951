import {isUtf8} from "node:buffer";
import type {WireFrame} from "../../../src/schema/wire.js";
import type {OutgoingRequest, RawExchange} from "./types.js";

/** Bytes of one socket read, with its time. */
interface Read {
  ns: bigint;
  bytes: Buffer;
}

/**
 * An attempt as wire frames: what was asked, the head, each read (as text where its bytes are UTF-8 on their own, else base64),
 * the end. Planted secrets are taken out of the body.
 */
export function wireFrames(request: OutgoingRequest, path: string, raw: RawExchange, secrets: string[]): WireFrame[] {
  const id = request.requestId;
  const since = (ns: bigint) => sinceNs(raw.sentNs, ns);
  const body = Buffer.from(raw.body.buffer, raw.body.byteOffset, raw.body.byteLength);
  const reads = Array.from(raw.readNs, (ns, i): Read => {
    return {ns, bytes: body.subarray(raw.readEnds[i - 1] ?? 0, raw.readEnds[i])};
  });
  const frames: WireFrame[] = [[id, 0, {request: asked(request, path), sent_at: raw.sentAt}]];
  if (raw.head) frames.push([id, since(raw.head.ns), {status: raw.head.status, headers: raw.head.headers}]);
  for (const {ns, bytes} of secrets.length > 0 ? withoutSecrets(reads, secrets) : reads)
    frames.push([id, since(ns), isUtf8(bytes) ? bytes.toString("utf8") : {b64: bytes.toString("base64")}]);
  frames.push([id, since(raw.endedNs), raw.error === null ? {end: raw.end} : {end: raw.end, error: raw.error}]);
  return frames;
}

/** The body that the frames of one attempt hold. */
export function bodyBytes(frames: readonly WireFrame[]): Buffer {
  return Buffer.concat(
    frames.map(([, , data]) =>
      typeof data === "string" ? Buffer.from(data) : Buffer.from("b64" in data ? data.b64 : "", "base64")
    )
  );
}

/** What was asked, as the first frame keeps it. */
function asked(request: OutgoingRequest, path: string) {
  return {
    method: request.method,
    path,
    body: request.body,
    ...(request.thinking === undefined ? {} : {thinking: request.thinking}),
    ...(request.maxTokens === undefined ? {} : {max_tokens: request.maxTokens}),
    ...(request.tools === undefined ? {} : {tools: request.tools})
  };
}

/** Nanoseconds since t=0 as a plain integer; never negative. */
function sinceNs(zeroNs: bigint, ns: bigint): number {
  return ns > zeroNs ? Number(ns - zeroNs) : 0;
}

/** A server may echo a key in an error. When it did, the pieces are joined first, since a cut may run through the key. */
function withoutSecrets(reads: readonly Read[], secrets: string[]): readonly Read[] {
  const whole = Buffer.concat(reads.map((read) => read.bytes));
  const first = reads[0];
  if (!first || !secrets.some((secret) => whole.includes(secret))) return reads;
  let text = whole.toString("utf8");
  for (const secret of secrets) text = text.replaceAll(secret, "[redacted]");
  return [{ns: first.ns, bytes: Buffer.from(text)}];
}

const KEPT_HEADERS = new Set([
  "content-type",
  "content-length",
  "content-encoding",
  "transfer-encoding",
  "retry-after",
  "date",
  "server",
  "x-request-id"
]);

/** Response headers on the allow-list, shortened; every other one may hold what must not land. */
export function keptHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && KEPT_HEADERS.has(name.toLowerCase()))
      kept[name.toLowerCase()] = (Array.isArray(value) ? value.join(", ") : value).slice(0, 200);
  }
  return kept;
}
