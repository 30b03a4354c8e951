import {describe, expect, it} from "vitest";
import {derived, usage} from "./stream.js";

describe("answers that come whole", () => {
  const whole = (body: object, asked: object = {}) =>
    derived([[50, JSON.stringify(body)]], {
      asked: {body: {model: "m", ...asked}},
      head: {t_ms: 40, status: 200, headers: {"content-type": "application/json"}}
    });
  it("give text, calls and usage, and no time of any delta", () => {
    const call = {id: "a", function: {name: "f", arguments: '{"x":1}'}};
    const message = {content: "hi", reasoning_content: "hm", tool_calls: [call]};
    expect(whole({choices: [{message, finish_reason: "stop"}], usage: usage(7, 3)})).toMatchObject({
      status: "ok",
      content: "hi",
      reasoning: "hm",
      tool_calls: [{id: "a", name: "f", arguments: {x: 1}}],
      output_tokens: 3,
      ttfo_ms: null,
      output_deltas: null,
      decode_tok_s: null,
      e2e_ms: 50
    });
  });
  it("take the responses API, whole and streamed", () => {
    const output = [
      {type: "reasoning", summary: [{text: "hm"}]},
      {type: "message", content: [{type: "output_text", text: "hi"}]},
      {type: "function_call", call_id: "a", name: "f", arguments: "{}"}
    ];
    const counts = {input_tokens: 7, output_tokens: 3, input_tokens_details: {cached_tokens: 2}};
    const wanted = {status: "ok", content: "hi", reasoning: "hm", finish_reason: "stop", cached_tokens: 2};
    expect(whole({status: "completed", output, usage: counts})).toMatchObject({...wanted, output_tokens: 3});
    const line = (type: string, more: object) => `event: ${type}\ndata: ${JSON.stringify({type, ...more})}\n\n`;
    expect(
      derived([
        [10, line("response.created", {response: {}})],
        [20, line("response.reasoning_text.delta", {delta: "hm"})],
        [30, line("response.output_text.delta", {delta: "hi"})],
        [
          31,
          line("response.output_item.added", {output_index: 1, item: {type: "function_call", call_id: "a", name: "f"}})
        ],
        [32, line("response.function_call_arguments.delta", {output_index: 1, delta: "{}"})],
        [40, line("response.completed", {response: {usage: counts}})]
      ])
    ).toMatchObject({...wanted, ttft_ms: 30, e2e_ms: 40, tool_calls: [{id: "a", name: "f", arguments: {}}]});
    expect(derived([[5, line("response.failed", {response: {error: {message: "boom"}}})]])).toMatchObject({
      status: "stream_error",
      error: "boom"
    });
  });
  it("are read whole by what was asked, unless the head says that events come", () => {
    const body = JSON.stringify({choices: [{message: {content: "hi"}, finish_reason: "stop"}]});
    const read = (asked: unknown, type: string | null, text = body) =>
      derived([[50, text]], {
        asked: {body: asked},
        head: type === null ? null : {t_ms: 40, status: 200, headers: {"content-type": type}}
      });
    const events = `data: ${JSON.stringify({choices: [{delta: {content: "hi"}, finish_reason: "stop"}]})}\n\n`;
    for (const type of ["application/json", "application/json; was=text/event-stream", null])
      expect(read({}, type)).toMatchObject({status: "ok", content: "hi", output_deltas: null, ttft_ms: null});
    expect(read({stream: true}, "application/json").error).toMatch(/^the body is not an event stream: /);
    for (const [asked, type] of [
      [{stream: true}, "application/json"],
      [{}, "text/event-stream"],
      [{stream: false}, "Text/Event-Stream; charset=utf-8"],
      [null, "application/json"]
    ] as const)
      expect(read(asked, type, events)).toMatchObject({status: "ok", content: "hi", output_deltas: 1, ttft_ms: 50});
  });
  it("end with the connection: cut after all of the text they are truncated, unless they say how they finished", () => {
    const cut = (body: object, end: "end" | "reset") => derived([[50, JSON.stringify(body)]], {asked: {body: {}}, end});
    const open = {choices: [{text: "hi"}]};
    expect(cut(open, "end")).toMatchObject({status: "ok", content: "hi", e2e_ms: 50});
    expect(cut(open, "reset")).toMatchObject({status: "truncated", content: "hi"});
    expect(cut({choices: [{...open.choices[0], finish_reason: "stop"}]}, "reset").status).toBe("ok");
  });
  it("may come in pieces, and hold nothing", () => {
    const read = (...pieces: string[]) =>
      derived(
        pieces.map((text, i): [number, string] => [10 * (i + 1), text]),
        {asked: {body: {}}}
      );
    expect(read('{"choices":[{"mess', 'age":{"content":"h', 'i"}}]}')).toMatchObject({status: "ok", content: "hi"});
    expect(read('{"choices":["x",{"message":{"content":"hi"}}]}').content).toBe("hi");
    for (const empty of [[], [" \n"]])
      expect(read(...empty)).toMatchObject({
        status: "truncated",
        error: expect.stringContaining("the stream closed with neither finish_reason nor [DONE]") as unknown
      });
    for (const other of ["null", "[1]", "5"]) expect(read(other)).toMatchObject({status: "truncated", content: ""});
  });
  it("say how a body begins that is not JSON", () => {
    const text = `<html>${"x".repeat(300)}`;
    expect(derived([[50, text]], {asked: {body: {}}}).error).toBe(`the body is not JSON: ${text.slice(0, 200)}`);
  });
  it("are an error when they are one, or are not JSON", () => {
    expect(whole({error: {message: "boom"}})).toMatchObject({status: "stream_error", error: "boom"});
    expect(derived([[50, "<html>"]], {asked: {body: {}}}).status).toBe("stream_error");
    expect(derived([[50, '{"cho']], {asked: {body: {}}, end: "reset"}).status).toBe("truncated");
  });
});
