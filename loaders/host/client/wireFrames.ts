import {isUtf8} from "node:buffer";
import type {WireFrame} from "../../../src/schema/wire.js";
import type {Read} from "./bodyStore.js";

/** Reads of a body as wire frames: text where the bytes are UTF-8 on their own, else base64. Planted secrets are taken out. */
export function bodyFrames(requestId: string, zeroNs: bigint, reads: readonly Read[], secrets: string[]): WireFrame[] {
  const clean = secrets.length > 0 ? withoutSecrets(reads, secrets) : reads;
  return clean.map(({ns, bytes}) => [
    requestId,
    sinceNs(zeroNs, ns),
    isUtf8(bytes) ? bytes.toString("utf8") : {b64: bytes.toString("base64")}
  ]);
}

/** Nanoseconds since t=0 as a plain integer; never negative. */
export function sinceNs(zeroNs: bigint, ns: bigint): number {
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
