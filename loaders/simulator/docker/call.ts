/** One call of the engine's API. */
import type {ServerResponse} from "node:http";

export interface Call {
  method: string;
  /** Path parts after the version. */
  parts: string[];
  query: URLSearchParams;
  body(): Promise<unknown>;
  response: ServerResponse;
  send(status: number, body?: unknown): void;
}
