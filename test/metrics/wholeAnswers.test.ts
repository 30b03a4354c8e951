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
  it("are an error when they are one, or are not JSON", () => {
    expect(whole({error: {message: "boom"}})).toMatchObject({status: "stream_error", error: "boom"});
    expect(derived([[50, "<html>"]], {asked: {body: {}}}).status).toBe("stream_error");
    expect(derived([[50, '{"cho']], {asked: {body: {}}, end: "reset"}).status).toBe("truncated");
  });
});
