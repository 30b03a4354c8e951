import {createHash} from "node:crypto";

/** A card's name in evidence: its index and a salted hash of its UUID, which tells cards apart within one campaign only. */
export function gpuName(index: string, uuid: string | null, salt: string): string {
  const own = uuid ? `-${createHash("sha256").update(`${salt}\n${uuid}`).digest("hex").slice(0, 6)}` : "";
  return `gpu${index}${own}`;
}
