import fc from "fast-check";
import {deltasOfExchange} from "../../src/metrics/wire/deltasOf.js";
import {deriveExchange} from "../../src/metrics/wire/deriveRequest.js";
import type {Exchange} from "../../src/metrics/wire/exchange.js";
import {requestFindings} from "../../src/metrics/findings/requestFindings.js";
import {requestChecks} from "../../src/metrics/judge/requestChecks.js";
import {verifyAmendments} from "../../src/metrics/sealed/verifyAmendments.js";
import {JournalLine, Manifest} from "../../src/schema/journal.js";
import {Derived, RequestRecord} from "../../src/schema/request.js";
import {WireFrame} from "../../src/schema/wire.js";

const key = fc.constantFrom(
  "choices",
  "delta",
  "content",
  "usage",
  "error",
  "tool_calls",
  "index",
  "function",
  "type",
  "output"
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    {maxDepth: 4},
    fc.constantFrom(null, true, 0, 1, -1, 1e308, "", "x", "stop", "error", "response.completed"),
    fc.string({maxLength: 6}),
    fc.array(tie("any"), {maxLength: 3}),
    fc.dictionary(key, tie("any"), {maxKeys: 4})
  )
})).any;
const piece = fc.oneof(
  value.map((v) => `data: ${JSON.stringify(v)}\n\n`),
  value.map((v) => `data: ${JSON.stringify({choices: [{index: 0, delta: v, finish_reason: null}], usage: v})}\n\n`),
  fc.constantFrom("data: [DONE]\n\n", "event: error\n", ": c\r\n", "\r", "\ufeff", "data: {", "<html>\n"),
  fc.uint8Array({maxLength: 12})
);

/** An exchange of nonsense that looks like a stream in places. */
export const hostileExchange: fc.Arbitrary<Exchange> = fc.record({
  asked: fc.record({
    path: fc.constant(null),
    body: fc.oneof(fc.constant(null), value),
    thinking: fc.constantFrom("default", "enabled", "disabled"),
    max_tokens: fc.constantFrom(null, 1),
    tools: fc.array(fc.record({name: fc.constantFrom("x", ""), parameters: value}), {maxLength: 2})
  }),
  head: fc.option(
    fc.record({t_ms: fc.nat(9), status: fc.constantFrom(200, 204, 302, 400, 500), headers: fc.constant({})})
  ),
  pieces: fc.array(fc.record({t_ms: fc.nat(99), data: piece}), {maxLength: 8}),
  end: fc.record({
    t_ms: fc.nat(100),
    kind: fc.constantFrom("end", "reset", "timeout", "aborted"),
    error: fc.constantFrom(null, "ECONNRESET")
  })
});

/** Derives a hostile exchange in every way; throws when a record does not fit its schema. */
export function deriveHostile(exchange: Exchange): void {
  const derived = Derived.parse(deriveExchange(exchange, {cacheReporting: true}));
  deltasOfExchange(exchange);
  requestChecks(derived, exchange.asked);
  requestFindings(derived);
}

/** A record of nonsense, with the fields of ours in places. */
export const hostileRecord: fc.Arbitrary<unknown> = fc.oneof(
  value,
  fc.dictionary(fc.constantFrom("schema", "seq", "prev", "at", "event", "detail", "payload", "files", "root"), value),
  fc.tuple(fc.constantFrom("p/01-x#0", 1), fc.oneof(fc.nat(), value), value)
);

/** Reads a hostile record by every reader of lines; none may throw. */
export function readHostile(record: unknown): void {
  for (const schema of [RequestRecord, JournalLine, Manifest, WireFrame]) schema.safeParse(record);
  verifyAmendments(`${JSON.stringify(record)}\n`, {}, null);
}
