/** One output delta: ms since t=0, channel, text, tokens in it where the server counts as it goes. */
export type Delta = [tMs: number, channel: string, text: string, tokens: number | null];

/** An event without output: ms since t=0, its lane, what it says. */
export type SilentEvent = [tMs: number, lane: "role" | "usage", words: string];

/** One request as `request_metrics` holds it; columns vary with what was recorded. */
export type RequestFields = Record<string, unknown> & {
  request_id: string;
  status: string;
  phase: string;
  ttfo_ms: number | null;
  ttft_ms: number | null;
  first_reasoning_ms: number | null;
  last_output_ms: number | null;
  e2e_ms: number | null;
  content: string | null;
  reasoning: string | null;
  tool_calls: string | null;
};

/** A stage's file below `_requests/`. */
export interface StageFile {
  kind: string | null;
  settings: string | null;
  files: {path: string; sha256: string | null}[];
  requests: RequestFields[];
  deltas: Record<string, Delta[]>;
  silent: Record<string, SilentEvent[]>;
}

/** Profile and stage of a request id `<profile>/<stage>#<index>`; null when it is not one. */
export function stageOf(requestId: string): {profile: string; stage: string} | null {
  const found = /^([A-Za-z0-9][A-Za-z0-9._-]*)\/([0-9]{2,3}-[a-z0-9][a-z0-9._-]*)#\d+$/.exec(requestId);
  return found?.[1] && found[2] ? {profile: found[1], stage: found[2]} : null;
}
