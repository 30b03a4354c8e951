import type {WireFrame} from "../../../src/schema/wire.js";

/** What the client refuses to wait for or to keep; seconds, bytes, and socket reads. */
export interface ExchangeLimits {
  /** Longest wait for the first output. */
  firstOutputS: number;
  /** Longest silence after the first output. */
  stallS: number;
  totalS: number;
  maxBytes: number;
  maxReads: number;
}

export interface OutgoingRequest {
  requestId: string;
  method: "GET" | "POST";
  /** Path below the base URL, with its query. */
  path: string;
  /** JSON body; null sends none. */
  body: unknown;
  limits: ExchangeLimits;
  thinking?: "default" | "enabled" | "disabled";
  maxTokens?: number | null;
  tools?: string[] | null;
  /** Ends the request from outside; it is then recorded as aborted. */
  signal?: AbortSignal | undefined;
}

/** The client's own condition while a request ran. */
export interface ClientCondition {
  loop_delay_p99_ms: number | null;
  loop_utilisation: number | null;
  cpu_share: number | null;
}

/** One HTTP attempt as it happened: frames in the order of the wire, never parsed while the stream ran. */
export interface ExchangeResult {
  frames: WireFrame[];
  /** Wall clock of t=0, RFC 3339. */
  sentAt: string;
  /** Monotonic time of t=0 and of the end, ns. */
  sentNs: bigint;
  endedNs: bigint;
  /** Null when the connection was not opened for this request. */
  connectMs: number | null;
  reused: boolean | null;
  status: number | null;
  headers: Record<string, string>;
  end: "end" | "reset" | "timeout" | "aborted";
  /** One sentence; null when the exchange ended by itself. */
  error: string | null;
  /** The body's bytes, whole. */
  body: Buffer;
  condition: ClientCondition;
}

/** The server as the campaign talks to it. */
export interface HostClient {
  readonly baseUrl: string;
  send(request: OutgoingRequest): Promise<ExchangeResult>;
  close(): Promise<void>;
}
