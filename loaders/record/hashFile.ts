import {createHash} from "node:crypto";
import {createReadStream} from "node:fs";

export interface FileHash {
  sha256: string;
  size: number;
  /** Of every .jsonl: whole lines, and the sha256 of the last of them (of no bytes when there is none). */
  lines?: number;
  head?: string;
}

const PIECE_BYTES = 1 << 20;

/** Hashes a file in pieces; of a `.jsonl` also counts its whole lines and hashes the last. */
export async function hashFile(path: string): Promise<FileHash> {
  const whole = createHash("sha256");
  const asLines = path.endsWith(".jsonl");
  let size = 0;
  let lines = 0;
  // Of what came after the last newline; only the last line of a piece can be the file's last, so no other is hashed.
  let rest = createHash("sha256");
  let head = createHash("sha256").digest("hex");
  for await (const piece of createReadStream(path, {highWaterMark: PIECE_BYTES})) {
    const chunk = piece as Buffer;
    whole.update(chunk);
    size += chunk.length;
    if (!asLines) continue;
    let last = -1;
    let before = -1;
    for (let stop = chunk.indexOf(10); stop >= 0; stop = chunk.indexOf(10, stop + 1)) {
      lines += 1;
      before = last;
      last = stop;
    }
    if (last >= 0) {
      const own = before >= 0 ? createHash("sha256") : rest;
      head = own.update(chunk.subarray(before + 1, last)).digest("hex");
      rest = createHash("sha256");
    }
    rest.update(chunk.subarray(last + 1));
  }
  const sha256 = whole.digest("hex");
  return asLines ? {sha256, size, lines, head} : {sha256, size};
}

/** sha256 of the first `length` bytes of a file. */
export async function hashPrefix(path: string, length: number): Promise<string> {
  const hash = createHash("sha256");
  if (length > 0) for await (const piece of createReadStream(path, {end: length - 1})) hash.update(piece as Buffer);
  return hash.digest("hex");
}
