import {createParser} from "eventsource-parser";
import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {sseFramer, type SseEvent} from "../../src/metrics/wire/sseFramer.js";
import {utf8Pieces} from "../../src/metrics/wire/utf8Pieces.js";

const RUNS = Number(process.env.ASSAY_FUZZ_STREAMS ?? 2000);
const SEED = Number(process.env.ASSAY_FUZZ_SEED ?? 20260902);

function frame(pieces: (string | Uint8Array)[]): {events: SseEvent[]; half: SseEvent | null} {
  const events: SseEvent[] = [];
  const framer = sseFramer((event) => events.push(event));
  const utf8 = utf8Pieces();
  for (const piece of pieces) framer.feed(utf8.decode(piece));
  framer.feed(utf8.flush());
  return {events, half: framer.end()};
}

const cutAt = (bytes: Uint8Array, places: number[]): Uint8Array[] => {
  const cuts = [0, ...places.map((p) => p % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return cuts.slice(1).map((to, i) => bytes.slice(cuts[i], to));
};

const word = fc.oneof(
  fc.constantFrom("data: ", "data:", "data", "event: ", "id: 1", "retry: 5", ": c", ":", "\n", "\r", "\r\n", "\n\n"),
  fc.constantFrom('{"a":1}', "[DONE]", "\ufeff", "ü", "世", "🚀", "\u2028", "\0", " ", "error"),
  fc.string({maxLength: 8, unit: "binary"})
);
const stream = fc.array(word, {maxLength: 60}).map((words) => Buffer.from(words.join("")));
const noise = fc.uint8Array({maxLength: 200});

describe("sseFramer", () => {
  it("gives the same events for any cut of any bytes", () => {
    fc.assert(
      fc.property(fc.oneof(stream, noise), fc.array(fc.nat(), {maxLength: 12}), (bytes, places) => {
        expect(frame(cutAt(bytes, places))).toEqual(frame([bytes]));
      }),
      {numRuns: RUNS, seed: SEED}
    );
  });

  it("agrees with an independent parser, given whole", () => {
    fc.assert(
      fc.property(fc.array(word, {maxLength: 60}), (words) => {
        // The peer takes a mark of order only as three Latin-1 characters, and waits for more after a last CR.
        const text = `${words.join("").replaceAll("\ufeff", "")}\n`;
        const theirs: SseEvent[] = [];
        createParser({onEvent: ({event, data}) => theirs.push({event: event ?? null, data})}).feed(text);
        expect(frame([text]).events).toEqual(theirs);
      }),
      {numRuns: RUNS, seed: SEED}
    );
  });

  it("ends a line at LF, CR or CRLF, also when CR and LF come apart", () => {
    for (const end of ["\n", "\r", "\r\n"]) {
      const text = `data: a${end}data: b${end}${end}event: x${end}data:c${end}${end}`;
      const wanted = [
        {event: null, data: "a\nb"},
        {event: "x", data: "c"}
      ];
      expect(frame([text]).events).toEqual(wanted);
      expect(frame([...text]).events).toEqual(wanted);
    }
  });

  it("ends a line once at a CR and an LF that come apart, also with an empty piece between them", () => {
    const joined = [{event: null, data: "a\nb"}];
    expect(frame(["data: a\r", "", "\ndata: b\n\n"]).events).toEqual(joined);
    expect(frame(["data: a\r", "data: b\n", "\n"]).events).toEqual(joined);
    expect(frame(["\ndata: a\rdata: b\r\r"]).events).toEqual(joined);
  });

  it("takes a field without a colon as empty, and an event without a name for none", () => {
    expect(frame(["data\n\n"]).events).toEqual([{event: null, data: ""}]);
    expect(frame(["event: x\nevent\ndata: a\n\n"]).events).toEqual([{event: null, data: "a"}]);
    expect(frame(["event: x\nevent:\ndata: a\n\n"]).events).toEqual([{event: null, data: "a"}]);
  });

  it("drops a byte order mark at the start only, also when it comes in three pieces", () => {
    const bytes = Buffer.from("\ufeffdata: a\n\n");
    expect(frame([...bytes].map((b) => Uint8Array.of(b))).events).toEqual([{event: null, data: "a"}]);
    expect(frame(["data: \ufeffa\n\n"]).events).toEqual([{event: null, data: "\ufeffa"}]);
  });

  it("hands the event in hand back at the end, and counts lines that are no field", () => {
    expect(frame(["data: a\n\ndata: b"])).toEqual({
      events: [{event: null, data: "a"}],
      half: {event: null, data: "b"}
    });
    const framer = sseFramer(() => undefined);
    framer.feed("<html>\nid: 1\n: c\nretry: 2\nfoo: bar\n");
    expect(framer.strangeLines()).toBe(2);
  });

  it("takes a million lines with one CR behind them, and a line in a million pieces", () => {
    let events = 0;
    const framer = sseFramer(() => (events += 1));
    framer.feed(`${"data: x\n\n".repeat(1_000_000)}\r`);
    expect(events).toBe(1_000_000);
    framer.feed("data: ");
    for (let i = 0; i < 1_000_000; i += 1) framer.feed("y");
    framer.feed("\n\n");
    expect(events).toBe(1_000_001);
  });
});

describe("utf8Pieces", () => {
  it("makes U+FFFD of bytes that are no UTF-8, and of a character that text cut off", () => {
    expect(frame([Uint8Array.of(0x64, 0x61, 0x74, 0x61, 0x3a, 0xff, 0x0a, 0x0a)]).events[0]?.data).toBe("\ufffd");
    expect(frame(["data:", Uint8Array.of(0xf0, 0x9f), "x\n\n"]).events[0]?.data).toBe("\ufffdx");
  });
  it("keeps a byte order mark inside of the text", () => {
    expect(frame(["data: ", Buffer.from("\ufeffa\n\n")]).events[0]?.data).toBe("\ufeffa");
    expect(frame(["data: a", Buffer.from("b"), "c", Buffer.from("\ufeffd\n\n")]).events[0]?.data).toBe("abc\ufeffd");
  });
});
