import {createReadStream} from "node:fs";
import {open} from "node:fs/promises";
import {pipeline} from "node:stream";
import {createGunzip} from "node:zlib";

/** One line of a file, without its newline. `ended`: a newline followed it; false only on a cut last line. */
export interface Line {
  bytes: Buffer;
  ended: boolean;
}

/** Whether a file begins as gzip does. */
export async function isGzip(path: string): Promise<boolean> {
  const file = await open(path, "r");
  try {
    const {bytesRead, buffer} = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}

/**
 * The lines of a file as bytes, in order, unpacked when its content is gzip; never holds more than one line and one
 * chunk. Throws what the file system or the unpacking says (a cut or damaged .gz is an error, never a short file).
 */
export async function* linesOf(path: string): AsyncGenerator<Line> {
  // Looked at first: a stream that nobody reads yet would bring the process down where the file is missing.
  const zipped = await isGzip(path);
  const file = createReadStream(path);
  // pipeline hands a failure of either on to the iterator, and destroys both when the reader stops early.
  const source = zipped ? pipeline(file, createGunzip(), () => undefined) : file;
  let parts: Buffer[] = [];
  for await (const piece of source) {
    const chunk = piece as Buffer;
    let at = 0;
    for (let stop = chunk.indexOf(10); stop >= 0; stop = chunk.indexOf(10, at)) {
      const rest = chunk.subarray(at, stop);
      yield {bytes: parts.length === 0 ? rest : Buffer.concat([...parts, rest]), ended: true};
      parts = [];
      at = stop + 1;
    }
    if (at < chunk.length) parts.push(chunk.subarray(at));
  }
  if (parts.length > 0) yield {bytes: Buffer.concat(parts), ended: false};
}
