/** Where a response's bytes go. Faults wrap it: they cut, delay or spoil what passes. */
import type {ServerResponse} from "node:http";

export interface Output {
  head(status: number, headers: Record<string, string>): void;
  /** `isOutput`: the text carries something the model said. */
  write(text: string, isOutput: boolean): void;
  end(text?: string): void;
  /** Drops the connection without an ending. */
  cut(): void;
}

/** The server's own times of one request, ns of the machine's monotonic clock; null until it happens. */
export interface ServerTimes {
  request_id: string;
  received_ns: number;
  first_output_ns: number | null;
  last_output_ns: number | null;
  end_ns: number | null;
  output_events: number;
  prompt_tokens: number;
  cached_tokens: number;
  output_tokens: number;
  finish_reason: string | null;
}

export function monotonicNs(): number {
  return Number(process.hrtime.bigint());
}

/** A request's times at its arrival. */
export function emptyTimes(): ServerTimes {
  return {
    request_id: "",
    received_ns: monotonicNs(),
    first_output_ns: null,
    last_output_ns: null,
    end_ns: null,
    output_events: 0,
    prompt_tokens: 0,
    cached_tokens: 0,
    output_tokens: 0,
    finish_reason: null
  };
}

/**
 * Writes to the response and stamps first and last output just before the bytes are handed to the socket. Node holds what is
 * written in one turn of the loop and hands it over in a tick of that turn: the stamp's tick is queued ahead of it.
 */
export class ResponseOutput implements Output {
  #waits = false;
  #unstamped = false;

  constructor(
    readonly response: ServerResponse,
    readonly times: ServerTimes
  ) {}

  head(status: number, headers: Record<string, string>): void {
    if (!this.response.headersSent) this.response.writeHead(status, headers);
  }

  write(text: string, isOutput: boolean): void {
    if (this.response.destroyed || this.response.writableEnded) return;
    if (isOutput) {
      this.#unstamped = true;
      this.times.output_events++;
    }
    if (!this.#waits) {
      this.#waits = true;
      process.nextTick(() => {
        this.#waits = false;
        this.#stamp();
      });
    }
    this.response.write(text);
  }

  end(text?: string): void {
    // An end hands over at once what is held.
    this.#stamp();
    this.times.end_ns ??= monotonicNs();
    if (!this.response.writableEnded) this.response.end(text);
  }

  cut(): void {
    this.#stamp();
    this.times.end_ns ??= monotonicNs();
    this.response.destroy();
  }

  #stamp(): void {
    if (!this.#unstamped) return;
    this.#unstamped = false;
    const now = monotonicNs();
    this.times.first_output_ns ??= now;
    this.times.last_output_ns = now;
  }
}
