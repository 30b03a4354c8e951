import {describe, expect, it} from "vitest";
import type {Chunk} from "../../src/metrics/wire/readChunk.js";
import {readResponsesEvent} from "../../src/metrics/wire/readResponsesEvent.js";
import {derived} from "./stream.js";

const none: Chunk = {reasoning: "", content: "", tools: [], finish: null, usage: null, alone: false, error: null};
const counts = {input_tokens: 7, output_tokens: 3};
const counted = {prompt: 7, output: 3, cached: null, reasoning: null};
const call = {type: "function_call", call_id: "a", name: "f"};

describe("an event of the responses API", () => {
  it.each<[string, object, Partial<Chunk>]>([
    ["response.created", {response: {}}, {}],
    ["response.output_text.delta", {delta: "hi"}, {content: "hi"}],
    ["response.output_text.delta", {delta: 5}, {}],
    ["response.output_text.done", {text: "hi"}, {}],
    ["response.reasoning_text.delta", {delta: "hm"}, {reasoning: "hm"}],
    ["response.reasoning_summary_text.delta", {delta: "hm"}, {reasoning: "hm"}],
    ["response.reasoning_text.delta.done", {delta: "hm"}, {}],
    ["response.reasoning_text.done", {delta: "hm"}, {}],
    ["response.old.response.reasoning_text.delta", {delta: "hm"}, {}],
    [
      "response.function_call_arguments.delta",
      {output_index: 2, delta: "{"},
      {tools: [{index: 2, id: null, name: "", arguments: "{"}]}
    ],
    [
      "response.function_call_arguments.delta",
      {output_index: "2"},
      {tools: [{index: null, id: null, name: "", arguments: ""}]}
    ],
    ["response.function_call_arguments.done", {output_index: 2, arguments: "{}"}, {}],
    [
      "response.output_item.added",
      {output_index: 1, item: call},
      {tools: [{index: 1, id: "a", name: "f", arguments: ""}]}
    ],
    [
      "response.output_item.added",
      {item: {type: "function_call"}},
      {tools: [{index: null, id: null, name: "", arguments: ""}]}
    ],
    ["response.output_item.added", {output_index: 1, item: {...call, type: "message"}}, {}],
    ["response.output_item.added", {output_index: 1, item: null}, {}],
    ["response.output_item.done", {output_index: 1, item: call}, {}],
    ["response.completed", {response: {usage: counts}}, {finish: "stop", usage: counted, alone: true}],
    ["response.incomplete", {response: {usage: counts}}, {finish: "length", usage: counted, alone: true}],
    ["response.completed", {}, {finish: "stop", alone: true}],
    ["response.failed", {response: {error: {message: "boom"}}}, {error: "boom"}],
    ["response.failed", {message: "gone"}, {error: "gone"}]
  ])("%s %j says %j", (type, more, said) => {
    expect(readResponsesEvent({type, ...more})).toEqual({...none, ...said});
  });
  it("is none without its type", () => {
    for (const value of [{}, {type: 5}, {type: "error"}, {type: "responses"}, {object: "response.completed"}])
      expect(readResponsesEvent(value)).toBeNull();
  });
});

describe("an answer of the responses API that comes whole", () => {
  const whole = (body: unknown) =>
    derived([[50, JSON.stringify(body)]], {asked: {body: {model: "m"}}, head: {t_ms: 40, status: 200, headers: {}}});
  it("holds text, thoughts and calls item by item; what has another type or shape is none", () => {
    const output = [
      "text",
      null,
      {type: "reasoning", content: [{text: "a"}, {text: "b"}], summary: [{text: "c"}]},
      {
        type: "message",
        content: [{type: "output_text", text: "d"}, "x", null, {text: 5}, {refusal: "no"}, {text: "e"}]
      },
      {type: "web_search_call", content: [{text: "found"}], summary: [{text: "s"}], name: "g", arguments: "{}"},
      {type: "function_call", call_id: "1", name: "f", arguments: '{"x":1}'},
      {type: "message", content: "plain"},
      {type: "function_call", call_id: 2, name: 3, arguments: {y: 1}},
      {type: "function_call", call_id: "3", name: "g", arguments: "{}"}
    ];
    expect(whole({status: "completed", output})).toMatchObject({
      status: "ok",
      reasoning: "abc",
      content: "de",
      tool_calls: [
        {id: "1", name: "f", arguments: {x: 1}},
        {id: null, name: null, arguments: ""},
        {id: "3", name: "g", arguments: {}}
      ]
    });
  });
  it.each([
    [{status: "completed"}, {status: "ok", finish_reason: "stop", error: null}],
    [{status: "incomplete"}, {status: "ok", finish_reason: "length", error: null}],
    [{status: "in_progress"}, {status: "ok", finish_reason: null, error: null}],
    [
      {status: "failed", message: "boom"},
      {status: "stream_error", finish_reason: null, error: "boom"}
    ],
    [
      {status: "failed", message: "gone", error: {message: "boom"}},
      {status: "stream_error", finish_reason: null, error: "boom"}
    ]
  ])("%j is %j", (body, said) => {
    expect(whole({output: [], ...body})).toMatchObject(said);
  });
});

describe("a stream of the responses API", () => {
  it.each(["completed", "incomplete"])("ends with response.%s", (word) => {
    const line = (type: string, more: object): string => `data: ${JSON.stringify({type, ...more})}\n\n`;
    expect(
      derived([
        [10, line("response.output_text.delta", {delta: "hi"})],
        [20, line(`response.${word}`, {response: {usage: counts}})],
        [30, line("response.output_text.delta", {delta: "late"})]
      ])
    ).toMatchObject({status: "ok", content: "hi", e2e_ms: 20, output_tokens: 3});
  });
});
