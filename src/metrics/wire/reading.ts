import type {ToolPiece, Usage} from "./readChunk.js";

/** An SSE event with text on a channel: an output delta. `counted`: the running maximum of continuous usage at it; null before there is any. */
export interface OutputEvent {
  t_ms: number;
  reasoning: string;
  content: string;
  tools: ToolPiece[];
  counted: number | null;
}

/** What a body said, before anything is concluded from it. */
export interface Reading {
  outputs: OutputEvent[];
  finish: string | null;
  done_ms: number | null;
  /** Usage of the event without choices. */
  final: Usage | null;
  /** The last usage that came with, or after, a finish_reason. */
  late: Usage | null;
  /** Cached tokens of the last usage of any kind that names them. */
  cached: number | null;
  error: string | null;
  /** Whole text of a body that is not read as a stream of events. */
  body: string | null;
}

/** A reading in which nothing was seen yet: no delta, no usage, no finish, no error. */
export const emptyReading = (): Reading => ({
  outputs: [],
  finish: null,
  done_ms: null,
  final: null,
  late: null,
  cached: null,
  error: null,
  body: null
});
