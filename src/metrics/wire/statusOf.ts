import type {RequestStatus} from "../../schema/request.js";
import type {Exchange} from "./exchange.js";
import type {Reading} from "./reading.js";

/**
 * The status of a request (design, section 3). An error outweighs an end; [DONE] outweighs how the connection closed
 * after it; a finish_reason does so for a plain close, but not for a limit of ours that ran out.
 */
export function statusOf(exchange: Exchange, reading: Reading | null): RequestStatus {
  if (reading === null) return "http_error";
  if (reading.error !== null) return "stream_error";
  if (reading.finish === "abort") return "aborted";
  if (reading.done_ms !== null) return "ok";
  if (exchange.end.kind === "timeout") return "timeout";
  if (exchange.end.kind === "aborted") return "aborted";
  return reading.finish !== null ? "ok" : "truncated";
}
