import {createReadStream} from "node:fs";
import {createInterface} from "node:readline";
import {createGunzip} from "node:zlib";
import {WireFrame} from "../schema/wire.js";

/** The frames of one request, with their lines as they lie in the file. */
export interface WireRequestFrames {
  request_id: string;
  frames: WireFrame[];
  lines: string[];
}

/**
 * Reads a stage's wire file request by request (one gzip member each). It ends early where the file is cut: `verify`
 * tells that; a reader gets what is whole.
 */
export async function* wireRequests(path: string): AsyncGenerator<WireRequestFrames> {
  let current = null as WireRequestFrames | null;
  const source = createReadStream(path);
  const unzipped = createGunzip();
  source.on("error", (error) => unzipped.destroy(error));
  try {
    for await (const line of createInterface({input: source.pipe(unzipped)})) {
      const frame = WireFrame.safeParse(JSON.parse(line));
      if (!frame.success) continue;
      if (current && current.request_id !== frame.data[0]) yield current;
      if (current?.request_id !== frame.data[0]) current = {request_id: frame.data[0], frames: [], lines: []};
      current.frames.push(frame.data);
      current.lines.push(line);
    }
  } catch {
    return;
  } finally {
    source.destroy();
  }
  if (current) yield current;
}
