import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {constants, gunzipSync} from "node:zlib";
import {deltasOf} from "../metrics/wire/deltasOf.js";
import {WireFrame} from "../schema/wire.js";
import type {SilentEvent} from "../components/request/requestData.js";
import {silentEvents} from "./silentEvents.js";
import {shortenTexts} from "./shortenTexts.js";

/** What the wire of one request says: its output deltas `[t_ms, channel, text, tokens]`, the events beside them, and its frames, long texts shortened. */
export interface RequestWire {
  deltas: [number, string, string, number | null][];
  frames: [number, unknown][];
  /** Events without output: the role that opens the stream, usage, [DONE]. */
  silent: SilentEvent[];
}

/** Frames of every request of a stage, by request id; empty where the campaign holds no wire (imported files). */
export async function wireOf(folder: string, profile: string, stage: string): Promise<Map<string, RequestWire>> {
  const path = join(folder, profile, `${stage}.wire.jsonl.gz`);
  const zipped = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (zipped === null) return new Map();
  // A killed campaign leaves its last member cut: what it holds is shown, `verify` names the cut.
  const text = gunzipSync(zipped, {finishFlush: constants.Z_SYNC_FLUSH}).toString("utf8");
  const byRequest = new Map<string, WireFrame[]>();
  for (const line of text.split("\n")) {
    const frame = line === "" ? null : WireFrame.safeParse(parse(line));
    if (!frame?.success) continue;
    const frames = byRequest.get(frame.data[0]) ?? [];
    frames.push(frame.data);
    byRequest.set(frame.data[0], frames);
  }
  return new Map([...byRequest].map(([id, frames]) => [id, requestWire(frames)]));
}

function requestWire(frames: WireFrame[]): RequestWire {
  return {
    deltas: deltasOf(frames).map((d) => [d.t_ms, d.channel, d.text, d.tokens]),
    silent: silentEvents(frames),
    frames: frames.map(([, t, payload]) => [t, shortenTexts(payload)])
  };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
