import {open, type FileHandle} from "node:fs/promises";
import {constants, crc32, inflateRawSync} from "node:zlib";
import {z} from "zod";
import {WireFrame} from "../../src/schema/wire.js";
import {ioCode} from "./ioProblem.js";

/** One request's gzip member in a wire file. */
export interface WireMember {
  offset: number;
  /** Packed length. */
  bytes: number;
  /** Request of its first frame; null when the member cannot be read. */
  id: string | null;
  /** Null when the bytes from `offset` on are no whole, intact member; then it is the last one that is given. */
  frames: WireFrame[] | null;
  problem: string | null;
}

const HEADER = 10;
const TRAILER = 8;
const BLOCK = 1 << 18;
/** Unpacked bytes of one request beyond which a member counts as damaged: a bomb, and not a record. */
const LARGEST = 1 << 30;

const Inflated = z.object({
  buffer: z.instanceof(Buffer),
  engine: z.object({bytesWritten: z.number()})
});

/** Unpacks the member at the start of some bytes; "more" when it may go on beyond them. */
function unpack(bytes: Buffer): {text: string; length: number} | "more" | "damaged" {
  if (bytes.length < HEADER) return "more";
  // What this recorder writes: deflate, no flags, no optional fields.
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b || bytes[2] !== 8 || bytes[3] !== 0) return "damaged";
  try {
    const options = {info: true, maxOutputLength: LARGEST, flush: constants.Z_NO_FLUSH};
    const {buffer, engine} = Inflated.parse(inflateRawSync(bytes.subarray(HEADER), options));
    const end = HEADER + engine.bytesWritten;
    if (bytes.length < end + TRAILER) return "more";
    if (bytes.readUInt32LE(end) !== crc32(buffer) || bytes.readUInt32LE(end + 4) !== buffer.length % 2 ** 32)
      return "damaged";
    return {text: buffer.toString("utf8"), length: end + TRAILER};
  } catch (error) {
    return ioCode(error) === "Z_BUF_ERROR" ? "more" : "damaged";
  }
}

/** Nearly every frame is a text: this says at once what the schema would. */
const isTextFrame = (value: unknown): value is [string, number, string] =>
  Array.isArray(value) &&
  value.length === 3 &&
  typeof value[0] === "string" &&
  Number.isSafeInteger(value[1]) &&
  value[1] >= 0 &&
  typeof value[2] === "string";

function framesOf(text: string): {frames: WireFrame[]; problem: string | null} {
  const frames: WireFrame[] = [];
  for (const line of text.split("\n")) {
    if (line === "") continue;
    let value: unknown = null;
    try {
      value = JSON.parse(line);
    } catch {
      // Told below.
    }
    const frame = isTextFrame(value) ? value : WireFrame.safeParse(value).data;
    if (!frame) return {frames, problem: "a line is not [request_id, t_ns, payload]"};
    frames.push(frame);
  }
  const ids = new Set(frames.map(([id]) => id));
  return {frames, problem: ids.size === 1 ? null : `it holds ${ids.size} requests instead of one`};
}

async function readMore(file: FileHandle, at: number, size: number): Promise<Buffer> {
  const {bytesRead, buffer} = await file.read(Buffer.allocUnsafe(size), 0, size, at);
  return buffer.subarray(0, bytesRead);
}

/**
 * The members of a wire file in order, holding one at a time. A cut or damaged member is given with `frames` null, and
 * ends the walk: where the next would begin is not known.
 */
export async function* wireMembers(path: string): AsyncGenerator<WireMember> {
  const file = await open(path, "r");
  try {
    let pending: Buffer = Buffer.alloc(0);
    let offset = 0;
    let read = 0;
    let step = BLOCK;
    let atEnd = false;
    for (;;) {
      const member = pending.length === 0 && !atEnd ? "more" : unpack(pending);
      if (member === "more" && !atEnd) {
        const block = await readMore(file, read, step);
        read += block.length;
        atEnd = block.length === 0;
        pending = pending.length === 0 ? block : Buffer.concat([pending, block]);
        // Doubling keeps the retries on a large member linear in its size.
        step = Math.max(step, pending.length);
        continue;
      }
      if (pending.length === 0) return;
      if (typeof member === "string") {
        const problem = member === "more" ? "its last member is cut" : `the member at byte ${offset} is damaged`;
        const rest = (await file.stat()).size - offset;
        yield {offset, bytes: rest, id: null, frames: null, problem};
        return;
      }
      const {frames, problem} = framesOf(member.text);
      yield {offset, bytes: member.length, id: frames[0]?.[0] ?? null, frames, problem};
      offset += member.length;
      pending = pending.subarray(member.length);
      step = BLOCK;
    }
  } finally {
    await file.close();
  }
}
