import type {WireFrame} from "../../schema/wire.js";
import type {Derived, RequestStatus} from "../../schema/request.js";
import {chunkGapsMs} from "../chunkGapsMs.js";
import {generationMs} from "../generationMs.js";
import {maxStallMs} from "../maxStallMs.js";
import {percentile} from "../percentile.js";
import {assembleToolCalls, parseToolCall} from "./assembleToolCalls.js";
import {exchangeOf, type Exchange} from "./exchange.js";
import {isObject, messageOfBody} from "./messageOf.js";
import type {Usage} from "./readChunk.js";
import type {OutputEvent, Reading} from "./reading.js";
import {readStream} from "./readStream.js";
import {bodyText, readWhole} from "./readWhole.js";
import {statusOf} from "./statusOf.js";

/** What the frames of one request cannot say. `cacheReporting`: this boot names cached tokens when there are any. */
export interface DeriveContext {
  cacheReporting: boolean | null;
}

const NO_CONTEXT: DeriveContext = {cacheReporting: null};

/** An answer that was asked for whole: `stream` is not true in the body that was sent, and the head does not say otherwise. */
const askedWhole = ({asked, head}: Exchange) =>
  isObject(asked.body) &&
  asked.body.stream !== true &&
  !/^text\/event-stream/i.test(head?.headers["content-type"] ?? "");

/** Reads the body of an exchange as what was asked for; null where the server refused. */
export function readExchange(exchange: Exchange): Reading | null {
  const status = exchange.head?.status ?? 200;
  if (status < 200 || status > 299) return null;
  return askedWhole(exchange) ? readWhole(exchange) : readStream(exchange);
}

function counts(outputs: OutputEvent[], whole: boolean, outputTokens: number | null) {
  // A running maximum: where the first delta has a count, so has the last. A first delta of no tokens is no count.
  const k = outputs[0]?.counted ?? 0;
  const m = outputs.at(-1)?.counted ?? 0;
  if (k > 0) return {first_delta_tokens: k, last_delta_tokens: m, decode_basis: "usage-continuous" as const};
  if (outputTokens === null || outputs.length === 0 || whole)
    return {first_delta_tokens: null, last_delta_tokens: null, decode_basis: null};
  return {first_delta_tokens: 1, last_delta_tokens: outputTokens, decode_basis: "k-assumed-1" as const};
}

/**
 * Derives what was measured of one request (design, section 3) from its exchange alone. Pure and linear in the bytes;
 * used alike by the live client, `derive` and `verify --deep`. Never throws: what does not parse is a status.
 */
export function deriveExchange(exchange: Exchange, context: DeriveContext = NO_CONTEXT): Derived {
  const reading = readExchange(exchange);
  const whole = askedWhole(exchange);
  const outputs = reading?.outputs ?? [];
  const first = (has: (o: OutputEvent) => boolean) => (whole ? null : (outputs.find(has)?.t_ms ?? null));
  const ttfo_ms = first(() => true);
  const last_output_ms = whole ? null : (outputs.at(-1)?.t_ms ?? null);
  const times = outputs.map((o) => o.t_ms);
  // Count by count: an event without choices may carry an empty usage.
  const counted = (count: (usage: Usage) => number | null) =>
    (reading?.final ? count(reading.final) : null) ?? (reading?.late ? count(reading.late) : null);
  const output_tokens = counted((u) => u.output);
  const cached = reading?.cached ?? null;
  const absentIsZero = cached === null && counted((u) => u.prompt) !== null && context.cacheReporting === true;
  const ignoresEos = isObject(exchange.asked.body) && exchange.asked.body.ignore_eos === true;
  const status = statusOf(exchange, reading);
  return {
    status,
    http_status: exchange.head?.status ?? null,
    finish_reason: reading?.finish ?? null,
    error: status === "ok" ? null : errorOf(status, exchange, reading),
    ttfo_ms,
    ttft_ms: first((o) => o.content !== ""),
    first_reasoning_ms: first((o) => o.reasoning !== ""),
    first_tool_ms: first((o) => o.tools.some((t) => t.name !== "" || t.arguments !== "")),
    last_output_ms,
    e2e_ms: reading?.done_ms ?? exchange.end.t_ms,
    generation_ms: generationMs({ttfo_ms, last_output_ms}),
    output_deltas: reading === null || whole ? null : outputs.length,
    prompt_tokens: counted((u) => u.prompt),
    output_tokens,
    cached_tokens: absentIsZero ? 0 : cached,
    reasoning_tokens: counted((u) => u.reasoning),
    ...counts(outputs, whole, output_tokens),
    cached_basis: absentIsZero ? "absent-is-zero" : cached === null ? null : "usage",
    output_tokens_basis: output_tokens === null ? null : ignoresEos ? "forced-length" : "usage",
    prefill_basis: null,
    chunk_gap_ms_p50: percentile(chunkGapsMs(times), 50),
    max_stall_ms: maxStallMs(times),
    accept_length: null,
    content: reading && outputs.map((o) => o.content).join(""),
    reasoning: reading && outputs.map((o) => o.reasoning).join(""),
    tool_calls: assembleToolCalls(outputs.flatMap((o) => o.tools)).map(parseToolCall)
  };
}

/** What went wrong, in the server's or the system's words, else in ours. */
function errorOf(status: RequestStatus, exchange: Exchange, reading: Reading | null): string {
  if (!reading) return refusal(exchange);
  const ours: Partial<Record<RequestStatus, string>> = {
    truncated: "the stream closed with neither finish_reason nor [DONE]",
    timeout: "a time limit ran out",
    aborted: reading.finish === "abort" ? "the server aborted it (finish_reason abort)" : "it was ended by us"
  };
  const said = reading.error ?? exchange.end.error ?? ours[status] ?? status;
  // Nothing that was sent ever came to a server that answers: no head, no byte.
  return status === "truncated" && neverAnswered(exchange) ? `no response came: ${said}` : said;
}

const neverAnswered = ({head, pieces}: Exchange) => head === null && pieces.length === 0;

/** What the server said when it refused: the message of its body, else the status. */
function refusal(exchange: Exchange): string {
  const message = messageOfBody(bodyText(exchange));
  return message === "" ? `HTTP ${exchange.head?.status ?? ""}` : message;
}

/** `deriveExchange` over the wire frames of one request, as they lie in evidence. */
export function deriveRequest(frames: readonly WireFrame[], context: DeriveContext = NO_CONTEXT): Derived {
  return deriveExchange(exchangeOf(frames), context);
}
