import {describe, expect, it} from "vitest";
import {caseExchange, WireCase} from "../../src/metrics/wire/caseExchange.js";
import {flatRecord} from "../../src/metrics/wire/flatRecord.js";
import {content, derived, DONE, event, last, usage} from "./stream.js";

const captured = (frames: unknown[], over: object = {}) => {
  const given = WireCase.parse({name: "c", frames, ...over});
  return flatRecord("c", caseExchange(given), {cacheDeclared: given.request.cache});
};

describe("counts, count by count", () => {
  const before: [number, string][] = [
    [100, content("a", usage(8, 1))],
    [200, event({content: "b"}, "stop", usage(8, 3))]
  ];
  it("come from usage with the finish_reason where the event without choices carries none", () => {
    for (const empty of [{}, {prompt_tokens: null}, null])
      expect(
        derived([...before, [201, `data: ${JSON.stringify({choices: [], usage: empty})}\n\n`], [202, DONE]])
      ).toMatchObject({output_tokens: 3, prompt_tokens: 8, decode_tok_s: 20});
  });
  it("are whole numbers, else they are none", () => {
    expect(
      derived([
        [100, content("a")],
        [101, event({}, "stop")],
        [102, last(usage(1e300, 12.5))]
      ])
    ).toMatchObject({
      output_tokens: null,
      prompt_tokens: null
    });
    expect(
      derived([
        [100, content("a")],
        [101, event({}, "stop")],
        [102, last(usage(-1, -5))]
      ])
    ).toMatchObject({
      output_tokens: null,
      prompt_tokens: null
    });
  });
});

describe("odd ends", () => {
  it("an aborted request may say so by the type of its finish_reason", () => {
    const abort = {choices: [{index: 0, delta: {}, finish_reason: {type: "abort", message: "gone"}}]};
    expect(
      derived([
        [100, content("a")],
        [101, `data: ${JSON.stringify(abort)}\n\n`],
        [102, DONE]
      ])
    ).toMatchObject({
      status: "aborted",
      finish_reason: "abort"
    });
  });
  it("an event of type error is an error", () => {
    expect(
      derived([
        [100, content("a")],
        [101, 'data: {"type":"error","code":"x","message":"the server died"}\n\n'],
        [102, DONE]
      ])
    ).toMatchObject({status: "stream_error", error: "the server died"});
  });
  it.each(["event: error\n\n", "event: error\ndata:\n\n", "event: error\ndata: [DONE]\n\n"])(
    "an error event that says no more is an error: %j",
    (text) => {
      expect(
        derived([
          [100, content("a")],
          [101, text],
          [102, event({}, "stop")],
          [103, DONE]
        ])
      ).toMatchObject({status: "stream_error", error: "the server sent an error event", decode_tok_s: null});
    }
  );
  it("a capture without a frame has no clock, and no response", () => {
    expect(captured([])).toMatchObject({status: "truncated", e2e_ms: null, ttfo_ms: null, decode_tok_s: null});
    expect(captured([]).error).toMatch(/^no response came/);
    expect(captured([], {closed: "timeout"})).toMatchObject({status: "timeout", e2e_ms: null});
  });
  it("says what kept a request from any answer, before the word truncated", () => {
    const {error, status} = flatRecord(null, {
      asked: {path: null, body: {stream: true}, thinking: "default", max_tokens: null, tools: []},
      head: null,
      pieces: [],
      end: {t_ms: 3, kind: "reset", error: "the connection was refused: nothing listens there (ECONNREFUSED)"}
    });
    expect(status).toBe("truncated");
    expect(error).toBe("no response came: the connection was refused: nothing listens there (ECONNREFUSED)");
  });
});

describe("a capture", () => {
  const warm = [
    [100, content("a")],
    [200, event({content: "b"}, "stop")],
    [201, last(usage(4000, 256, {prompt_tokens_details: {cached_tokens: 3900}}))],
    [202, DONE]
  ];
  it("counts as cold unless it declares its cache", () => {
    expect(captured(warm).findings).toContain("cache-warm");
    expect(captured(warm, {request: {cache: "cold"}}).findings).toContain("cache-warm");
    expect(captured(warm, {request: {cache: "warm"}}).findings).not.toContain("cache-warm");
  });
});
