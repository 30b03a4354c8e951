import type {HostClient} from "./types.js";

/** A whole, small answer of a host; `body` is parsed JSON where it parses, else null. */
export interface HostAnswer {
  status: number | null;
  body: unknown;
  text: string;
  /** One sentence when there was no whole answer. */
  error: string | null;
}

const LIMIT_BYTES = 16 * 1024 * 1024;

/** Asks a host something that is not measured (its state, its token count). Never throws; waits `timeoutS` at most. */
export async function askHost(
  client: HostClient,
  method: "GET" | "POST",
  path: string,
  options: {body?: unknown; timeoutS?: number; signal?: AbortSignal | undefined} = {}
): Promise<HostAnswer> {
  const timeoutS = options.timeoutS ?? 30;
  const result = await client.send({
    requestId: "control",
    method,
    path,
    body: options.body ?? null,
    limits: {firstOutputS: timeoutS, stallS: timeoutS, totalS: timeoutS, maxBytes: LIMIT_BYTES, maxReads: 100_000},
    signal: options.signal
  });
  const text = result.body().toString("utf8");
  return {status: result.status, body: parsed(text), text, error: result.end === "end" ? null : result.error};
}

/** The first of several paths that this host offers (names differ between versions); null when it offers none. */
export async function askFirst(
  client: HostClient,
  paths: readonly string[],
  timeoutS = 30
): Promise<HostAnswer | null> {
  for (const path of paths) {
    const answer = await askHost(client, "GET", path, {timeoutS});
    if (answer.status !== null && answer.status >= 200 && answer.status < 300) return answer;
    if (answer.status === null) return null;
  }
  return null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
