import type {WireFrame} from "../../../src/schema/wire.js";
import type {StampedBody} from "./bodyStore.js";
import type {ThreadSpan} from "./clientHealth.js";

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

/** One request as the client's thread sends it: path with its prefix, body as text. */
export interface RawRequest {
  method: "GET" | "POST";
  path: string;
  text: string | null;
  limits: ExchangeLimits;
}

/** One HTTP attempt as the client's thread saw it. Times are monotonic, ns. */
export interface RawExchange extends StampedBody {
  /** Wall clock of t=0, RFC 3339. */
  sentAt: string;
  sentNs: bigint;
  endedNs: bigint;
  /** Null when the connection was not opened for this request. */
  connectMs: number | null;
  reused: boolean | null;
  head: {ns: bigint; status: number; headers: Record<string, string>} | null;
  end: "end" | "reset" | "timeout" | "aborted";
  /** One sentence; null when the exchange ended by itself. */
  error: string | null;
  span: ThreadSpan;
}

/** One HTTP attempt as it happened: frames in the order of the wire, never parsed while the stream ran. */
export interface ExchangeResult extends Pick<
  RawExchange,
  "sentAt" | "sentNs" | "endedNs" | "connectMs" | "reused" | "end" | "error"
> {
  condition: ClientCondition;
  frames: WireFrame[];
  status: number | null;
  headers: Record<string, string>;
  /** The body's bytes, whole, put together from the frames. */
  body(): Buffer;
}

/** The server as the campaign talks to it. */
export interface HostClient {
  readonly baseUrl: string;
  send(request: OutgoingRequest): Promise<ExchangeResult>;
  close(): Promise<void>;
}
