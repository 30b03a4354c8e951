import {createHash} from "node:crypto";
import {createReadStream} from "node:fs";

export interface FileHash {
  sha256: string;
  size: number;
  /** Of every .jsonl: whole lines, and the sha256 of the last of them (of no bytes when there is none). */
  lines?: number;
  head?: string;
}

/** Hashes a file in pieces; of a `.jsonl` also counts its whole lines and hashes the last. */
export async function hashFile(path: string): Promise<FileHash> {
  const whole = createHash("sha256");
  const asLines = path.endsWith(".jsonl");
  let size = 0;
  let lines = 0;
  let line = createHash("sha256");
  let head = createHash("sha256").digest("hex");
  for await (const piece of createReadStream(path)) {
    const chunk = piece as Buffer;
    whole.update(chunk);
    size += chunk.length;
    if (!asLines) continue;
    let at = 0;
    for (let stop = chunk.indexOf(10); stop >= 0; stop = chunk.indexOf(10, at)) {
      head = line.update(chunk.subarray(at, stop)).digest("hex");
      line = createHash("sha256");
      lines += 1;
      at = stop + 1;
    }
    line.update(chunk.subarray(at));
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
