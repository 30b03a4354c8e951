import {describe, expect, it} from "vitest";
import type {WireFrame} from "../../src/schema/wire.js";
import {caseExchange, WireCase} from "../../src/metrics/wire/caseExchange.js";
import {deltasOf} from "../../src/metrics/wire/deltasOf.js";
import {askedOf, bytesOf, exchangeOf} from "../../src/metrics/wire/exchange.js";
import {content, DONE, event, last, usage} from "./stream.js";

const sent = (body: unknown, more: object = {}) => askedOf({method: "POST", path: "/v1/x", body, ...more});
const schema = {type: "object"};

describe("what was asked", () => {
  it("is the path and the body as sent; what is not said stays open", () => {
    expect(sent({model: "m"})).toEqual({
      path: "/v1/x",
      body: {model: "m"},
      thinking: "default",
      max_tokens: null,
      tools: []
    });
    for (const body of [null, "text", [1], {max_tokens: "many"}])
      expect(sent(body)).toMatchObject({body, thinking: "default", max_tokens: null, tools: []});
  });
  it.each([
    [{}, {}, "default"],
    [{enable_thinking: true}, {}, "enabled"],
    [{enable_thinking: false}, {}, "disabled"],
    [{thinking: true}, {}, "enabled"],
    [{thinking: false}, {}, "disabled"],
    [{enable_thinking: false, thinking: true}, {}, "disabled"],
    [{enable_thinking: null, thinking: true}, {}, "enabled"],
    [{enable_thinking: true}, {thinking: "disabled"}, "disabled"],
    [null, {thinking: "enabled"}, "enabled"]
  ])("thinking by template flags %j and the frame's own field %j is %s", (flags, own, thinking) => {
    expect(sent({chat_template_kwargs: flags}, own).thinking).toBe(thinking);
  });
  it.each([
    [{max_tokens: 5}, {}, 5],
    [{max_completion_tokens: 6}, {}, 6],
    [{max_output_tokens: 7}, {}, 7],
    [{max_tokens: 5, max_completion_tokens: 6, max_output_tokens: 7}, {}, 5],
    [{max_completion_tokens: 6, max_output_tokens: 7}, {}, 6],
    [{max_tokens: 5}, {max_tokens: 4}, 4],
    [{max_tokens: 5}, {max_tokens: null}, 5],
    [null, {max_tokens: 4}, 4]
  ])("the budget of %j and the frame's own field %j is %s", (body, own, budget) => {
    expect(sent(body, own).max_tokens).toBe(budget);
  });
  it("tools are read as the chat and the responses API write them; one without a name is none", () => {
    const tools = [
      {type: "function", function: {name: "chat", parameters: schema}},
      {type: "function", name: "responses", parameters: schema},
      {type: "function", function: {name: "bare"}, parameters: schema},
      {type: "function", function: {name: "open"}},
      {type: "web_search"}
    ];
    const read = [
      {name: "chat", parameters: schema},
      {name: "responses", parameters: schema},
      {name: "bare", parameters: schema},
      {name: "open", parameters: null}
    ];
    expect(sent({tools}).tools).toEqual(read);
    expect(sent({tools}, {tools: null}).tools).toEqual(read);
    expect(sent({tools}, {tools: ["open", "chat", "other"]}).tools).toEqual([
      {name: "open", parameters: null},
      {name: "chat", parameters: schema},
      {name: "other", parameters: null}
    ]);
    expect(sent({tools}, {tools: []}).tools).toEqual([]);
  });
});

describe("an exchange from its frames", () => {
  const id = "p/01-x#0";
  it("has what was asked, the head, the pieces and the end, in ms", () => {
    const frames: WireFrame[] = [
      [id, 0, {request: {method: "POST", path: "/p", body: {max_tokens: 3}}, sent_at: "2026-01-01T00:00:00Z"}],
      [id, 2_000_000, {status: 200, headers: {a: "b"}}],
      [id, 2_500_000, "text"],
      [id, 3_000_000, {b64: "/wA="}],
      [id, 4_000_000, {end: "timeout", error: "too long"}]
    ];
    expect(exchangeOf(frames)).toEqual({
      asked: {path: "/p", body: {max_tokens: 3}, thinking: "default", max_tokens: 3, tools: []},
      head: {t_ms: 2, status: 200, headers: {a: "b"}},
      pieces: [
        {t_ms: 2.5, data: "text"},
        {t_ms: 3, data: Uint8Array.of(0xff, 0)}
      ],
      end: {t_ms: 4, kind: "timeout", error: "too long"}
    });
    expect(exchangeOf([[id, 7_000_000, {end: "end"}]]).end).toEqual({t_ms: 7, kind: "end", error: null});
  });
  it("counts as reset at its last frame when the closing frame is missing", () => {
    expect(exchangeOf([])).toEqual({
      asked: {path: null, body: null, thinking: "default", max_tokens: null, tools: []},
      head: null,
      pieces: [],
      end: {t_ms: 0, kind: "reset", error: null}
    });
    const cut: WireFrame[] = [
      [id, 1_000_000, {status: 200, headers: {}}],
      [id, 5_000_000, "x"]
    ];
    expect(exchangeOf(cut).end).toEqual({t_ms: 5, kind: "reset", error: null});
    expect(exchangeOf(cut.slice(0, 1)).end).toEqual({t_ms: 1, kind: "reset", error: null});
  });
  it("has the bytes of a base64 text", () => {
    expect(bytesOf("")).toEqual(new Uint8Array(0));
    expect(bytesOf("AID/8J+a")).toEqual(Uint8Array.of(0, 0x80, 0xff, 0xf0, 0x9f, 0x9a));
  });
});

describe("a hand-written capture", () => {
  const exchange = (given: object) => caseExchange(WireCase.parse(given));
  it("has no head but a declared status, and ends with its last frame", () => {
    expect(exchange({frames: []})).toEqual({
      asked: {path: null, body: null, thinking: "default", max_tokens: null, tools: []},
      head: null,
      pieces: [],
      end: {t_ms: null, kind: "end", error: null}
    });
    const frames = [
      [1, "a"],
      [2, {b64: "/w=="}],
      [3, "c"]
    ];
    expect(exchange({frames, http_status: 404, headers: {a: "b"}, closed: "reset"})).toMatchObject({
      head: {t_ms: 0, status: 404, headers: {a: "b"}},
      pieces: [
        {t_ms: 1, data: "a"},
        {t_ms: 2, data: Uint8Array.of(0xff)},
        {t_ms: 3, data: "c"}
      ],
      end: {t_ms: 3, kind: "reset"}
    });
  });
  it("names tools by name alone, by function, or flat", () => {
    const tools = ["f", {function: {name: "g", parameters: schema}}, {name: "h", parameters: schema}, {name: "i"}];
    expect(exchange({frames: [], request: {thinking: "enabled", max_tokens: 9, tools}}).asked).toMatchObject({
      thinking: "enabled",
      max_tokens: 9,
      tools: [
        {name: "f", parameters: null},
        {name: "g", parameters: schema},
        {name: "h", parameters: schema},
        {name: "i", parameters: null}
      ]
    });
  });
});

describe("the rows of the table deltas", () => {
  const id = "p/01-x#0";
  const deltas = (frames: [number, string][], head: object = {status: 200, headers: {}}, body: unknown = null) =>
    deltasOf([
      [id, 0, {request: {method: "POST", path: "/p", body}, sent_at: ""}],
      [id, 1, head as {status: number; headers: Record<string, string>}],
      ...frames.map(([ms, text]): WireFrame => [id, ms * 1e6, text])
    ]);
  it("have the tokens that each added, on the first channel of an event", () => {
    const two = event({reasoning_content: "r", content: "c"}, null, usage(9, 7));
    const call = event({tool_calls: [{index: 0, id: "a", function: {name: "f", arguments: "{"}}, {index: 1}]});
    expect(
      deltas([
        [10, content("a", usage(9, 4))],
        [20, content("", usage(9, 5))],
        [30, two],
        [40, call],
        [50, content("d", usage(9, 9))],
        [60, last(usage(9, 9)) + DONE]
      ])
    ).toEqual([
      {seq: 0, t_ms: 10, channel: "content", text: "a", tokens: 4},
      {seq: 1, t_ms: 30, channel: "reasoning", text: "r", tokens: 3},
      {seq: 2, t_ms: 30, channel: "content", text: "c", tokens: 0},
      {seq: 3, t_ms: 40, channel: "tool", text: "f{", tokens: 0},
      {seq: 4, t_ms: 50, channel: "content", text: "d", tokens: 2}
    ]);
  });
  it("have no tokens before usage counts any output", () => {
    expect(
      deltas([
        [10, event({reasoning: "r", content: "c"})],
        [20, content("d", {prompt_tokens: 9})],
        [30, content("e", usage(9, 6))]
      ])
    ).toEqual([
      {seq: 0, t_ms: 10, channel: "reasoning", text: "r", tokens: null},
      {seq: 1, t_ms: 10, channel: "content", text: "c", tokens: null},
      {seq: 2, t_ms: 20, channel: "content", text: "d", tokens: null},
      {seq: 3, t_ms: 30, channel: "content", text: "e", tokens: 6}
    ]);
  });
  it("are none of a refused request, and one a channel, at the last piece, of an answer that came whole", () => {
    expect(deltas([[10, "busy"]], {status: 503, headers: {}})).toEqual([]);
    const body = JSON.stringify({choices: [{message: {content: "hi"}}], usage: usage(1, 2)});
    const pieces: [number, string][] = [
      [10, body.slice(0, 9)],
      [20, body.slice(9, 20)],
      [30, body.slice(20)]
    ];
    expect(deltas(pieces, undefined, {stream: false})).toEqual([
      {seq: 0, t_ms: 30, channel: "content", text: "hi", tokens: null}
    ]);
  });
});
