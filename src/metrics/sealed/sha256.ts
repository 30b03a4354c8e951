import {createHash} from "node:crypto";

/** SHA-256 of bytes, or of a text as UTF-8, in lower-case hex (64 digits). */
export function sha256(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}
