import {join} from "node:path";
import type {LoadedCampaign} from "./readCampaign.js";
import {wireRequests} from "./wireRequests.js";

/** Frames of one request as they lie in the stage's wire file: how many, from when to when (ms since t=0), and the first ones. */
export interface WireSummary {
  request_id: string;
  file: string;
  frames: number;
  last_ms: number;
  first: string[];
}

/** Summaries of the frames of some requests; requests without wire frames are not in the answer. */
export async function wireOf(loaded: LoadedCampaign, requestIds: readonly string[]): Promise<WireSummary[]> {
  const wanted = new Set(requestIds);
  const stages = new Set(requestIds.map((id) => id.replace(/#\d+$/, "")));
  const found: WireSummary[] = [];
  for (const file of loaded.wireFiles.filter((path) => stages.has(path.replace(/\.wire\.jsonl\.gz$/, ""))))
    for await (const {request_id, frames, lines} of wireRequests(join(loaded.folder, file)))
      if (wanted.has(request_id))
        found.push({
          request_id,
          file,
          frames: frames.length,
          last_ms: (frames.at(-1)?.[1] ?? 0) / 1e6,
          first: lines.slice(0, 4).map((line) => (line.length > 160 ? `${line.slice(0, 159)}…` : line))
        });
  return found;
}
