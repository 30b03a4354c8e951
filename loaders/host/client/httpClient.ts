import {Problem} from "../../../src/schema/problem.js";
import {TICK_MS} from "./clientHealth.js";
import {openOnThread} from "./clientThread.js";
import {delayPercentile} from "./delayPercentile.js";
import type {HostClient} from "./types.js";
import {bodyBytes, wireFrames} from "./wireFrames.js";

export interface HttpClientOptions {
  baseUrl: string;
  /** Sent as a bearer token, never recorded. */
  apiKey?: string | null;
  connections?: number;
  connectTimeoutS?: number;
}

/**
 * A client of one server over HTTP/1.1, its sockets on a thread of their own: no pipelining, no retry, no redirect, no timeout but its own limits.
 * A path of the base URL (a router's prefix) is kept before every request's path; a final `/v1` is not repeated.
 */
export function httpClient(options: HttpClientOptions): HostClient {
  const url = urlOf(options.baseUrl);
  const prefix = url.pathname.replace(/\/+$/, "").replace(/\/v1$/, "");
  const apiKey = options.apiKey ?? null;
  const secrets = apiKey === null ? [] : [apiKey];
  const thread = openOnThread({
    origin: url.origin,
    apiKey,
    connections: options.connections ?? 128,
    connectTimeoutMs: (options.connectTimeoutS ?? 10) * 1000
  });
  return {
    baseUrl: url.origin + prefix,
    async send(request) {
      const path = prefix + request.path;
      const text = request.body === null ? null : JSON.stringify(request.body);
      const {method, limits} = request;
      const raw = await thread.send({method, path, text, limits}, request.signal);
      const {sentAt, sentNs, endedNs, connectMs, reused, head, end, error, span} = raw;
      const {lateMs, loop_utilisation, cpu_share} = span;
      const frames = wireFrames(request, path, raw, secrets);
      thread.giveBack(raw.body);
      return {
        frames,
        ...{sentAt, sentNs, endedNs, connectMs, reused, end, error},
        condition: {loop_delay_p99_ms: delayPercentile(lateMs, TICK_MS, 0.01), loop_utilisation, cpu_share},
        status: head?.status ?? null,
        headers: head?.headers ?? {},
        body: () => bodyBytes(frames)
      };
    },
    close: () => thread.close()
  };
}

function urlOf(text: string): URL {
  try {
    const url = new URL(text);
    if (url.protocol === "http:" || url.protocol === "https:") return url;
  } catch {
    // Falls through to the sentence below.
  }
  throw new Problem("host.base-url", `"${text}" is not the address of an HTTP server`, {
    next: "give it as http://host:port"
  });
}
