import {createReadStream} from "node:fs";
import {join} from "node:path";
import {createInterface} from "node:readline";
import {createGunzip} from "node:zlib";
import {WireFrame} from "../schema/wire.js";
import type {LoadedCampaign} from "./readCampaign.js";

/** Frames of one request as they lie in the stage's wire file: how many, from when to when (ms since t=0), and the first ones. */
export interface WireSummary {
  request_id: string;
  file: string;
  frames: number;
  last_ms: number;
  first: string[];
}

/** Reads the frames of some requests; requests without wire frames are not in the answer. A cut file gives what it holds. */
export async function wireOf(loaded: LoadedCampaign, requestIds: readonly string[]): Promise<WireSummary[]> {
  const wanted = new Set(requestIds);
  const stages = new Set(requestIds.map((id) => id.replace(/#\d+$/, "")));
  const found = new Map<string, WireSummary>();
  for (const file of loaded.wireFiles.filter((path) => stages.has(path.replace(/\.wire\.jsonl\.gz$/, "")))) {
    const unzipped = createReadStream(join(loaded.folder, file)).pipe(createGunzip());
    try {
      for await (const line of createInterface({input: unzipped})) {
        const frame = WireFrame.safeParse(JSON.parse(line));
        if (!frame.success || !wanted.has(frame.data[0])) continue;
        const [request_id, nanoseconds] = frame.data;
        const summary = found.get(request_id) ?? {request_id, file, frames: 0, last_ms: 0, first: []};
        summary.frames += 1;
        summary.last_ms = nanoseconds / 1e6;
        if (summary.first.length < 4) summary.first.push(line.length > 160 ? `${line.slice(0, 159)}…` : line);
        found.set(request_id, summary);
      }
    } catch {
      // The member that was being written when the writer died ends here; `verify` tells it.
    }
  }
  return [...found.values()];
}
