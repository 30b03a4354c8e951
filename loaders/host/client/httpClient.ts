import {Pool} from "undici";
import {Problem} from "../../../src/schema/problem.js";
import {clientHealth} from "./clientHealth.js";
import {exchange} from "./exchange.js";
import {stampingConnector} from "./socketStamps.js";
import type {HostClient} from "./types.js";

export interface HttpClientOptions {
  baseUrl: string;
  /** Sent as a bearer token, never recorded. */
  apiKey?: string | null;
  connections?: number;
  connectTimeoutS?: number;
}

/**
 * A client of one server over HTTP/1.1: no pipelining, no retry, no redirect, no timeout but its own limits.
 * A path of the base URL (a router's prefix) is kept before every request's path; a final `/v1` is not repeated.
 */
export function httpClient(options: HttpClientOptions): HostClient {
  const url = urlOf(options.baseUrl);
  const prefix = url.pathname.replace(/\/+$/, "").replace(/\/v1$/, "");
  const health = clientHealth();
  const pool = new Pool(url.origin, {
    connections: options.connections ?? 128,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 4000,
    maxHeaderSize: 32 * 1024,
    connect: stampingConnector((options.connectTimeoutS ?? 10) * 1000)
  });
  const apiKey = options.apiKey ?? null;
  return {
    baseUrl: url.origin + prefix,
    send: (request) => exchange(request, {pool, prefix, apiKey, health}),
    async close() {
      health.stop();
      await pool.destroy();
    }
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
