import {describe, expect, it} from "vitest";
import {judgeThinking, judgeToolCalls, requestChecks} from "../../src/metrics/index.js";
import type {ToolCall} from "../../src/schema/request.js";

describe("judgeThinking", () => {
  const answer = (content: string | null, reasoning: string | null, status: "ok" | "truncated" = "ok") => ({
    status,
    content,
    reasoning
  });
  it("passes disabled thinking without a reasoning channel and without tags in the content", () => {
    expect(judgeThinking(answer("4", ""), "disabled")).toBe("pass");
    expect(judgeThinking(answer("4", null), "disabled")).toBe("pass");
    expect(judgeThinking(answer("4", null), "enabled")).toBe("fail");
    for (const leak of ["<think>", "</think>", "a </THINK> b", "</think >"])
      expect(judgeThinking(answer(leak, ""), "disabled"), leak).toBe("fail");
    expect(judgeThinking(answer("4", "hm"), "disabled")).toBe("fail");
  });
  it("passes enabled thinking with a channel that is not blank and clean content", () => {
    expect(judgeThinking(answer("4", "hm"), "enabled")).toBe("pass");
    expect(judgeThinking(answer("4", ""), "enabled")).toBe("fail");
    expect(judgeThinking(answer("4", " \n"), "enabled")).toBe("fail");
    expect(judgeThinking(answer("</think>4", "hm"), "enabled")).toBe("fail");
  });
  it("fails what is no whole answer", () => {
    expect(judgeThinking(answer("4", "", "truncated"), "disabled")).toBe("fail");
    expect(judgeThinking(answer(null, ""), "disabled")).toBe("fail");
  });
});

describe("judgeToolCalls", () => {
  const parameters = {type: "object", properties: {city: {type: "string"}, unit: {}}, required: ["city"]};
  const offered = [
    {name: "get_weather", parameters},
    {name: "get_time", parameters: null}
  ];
  const call = (name: string, args: unknown): ToolCall => ({id: "a", name, arguments: args});
  const judge = (tool_calls: ToolCall[], over: object = {}) =>
    judgeToolCalls(
      {status: "ok", finish_reason: "tool_calls", output_tokens: 9, max_tokens: 64, tool_calls, ...over},
      offered
    );
  it.each([
    ["pass", [call("get_weather", {city: "x"})], {}],
    ["pass", [call("get_time", {anything: 1}), call("get_weather", {city: "x", unit: 1})], {}],
    ["wrong-name", [call("weather", {city: "x"})], {}],
    ["wrong-name", [call("weather", '{"ci')], {finish_reason: "length"}],
    ["truncated", [call("get_wea", "")], {finish_reason: "length"}],
    ["missing-argument", [call("get_weather", {unit: 1})], {}],
    ["extra-argument", [call("get_weather", {city: "x", toString: 1})], {}],
    ["bad-json", [call("get_weather", '{"city": x}')], {}],
    ["bad-json", [call("get_weather", [1])], {}],
    ["truncated", [call("get_weather", '{"city": "Oak')], {output_tokens: 64}],
    ["truncated", [call("get_weather", '{"city": "Oak')], {finish_reason: "length"}],
    ["truncated", [call("get_weather", '{"city": "Oak')], {status: "truncated"}],
    ["bad-json", [call("get_weather", '{"city": "Oak')], {output_tokens: null}],
    ["bad-json", [call("get_weather", '{"city": "Oak')], {max_tokens: null}],
    ["bad-json", [call("get_weather", '{"city": "Oak')], {output_tokens: null, max_tokens: 0}],
    ["no-call", [], {finish_reason: "stop"}],
    ["truncated", [], {finish_reason: "length"}],
    ["extra-argument", [call("get_time", {}), call("get_weather", {city: "x", y: 1}), call("weather", {})], {}]
  ] as const)("gives %s for %j %j", (verdict, calls, over) => {
    expect(judge([...calls], over)).toBe(verdict);
  });
  it("does not need every part of a schema", () => {
    const of = (schema: unknown, args: object) =>
      judgeToolCalls(
        {status: "ok", finish_reason: "tool_calls", output_tokens: 1, max_tokens: 64, tool_calls: [call("f", args)]},
        [{name: "f", parameters: schema}]
      );
    expect(of({properties: {a: {}}}, {b: 1})).toBe("extra-argument");
    expect(of({required: ["a", 1]}, {a: 1, b: 1})).toBe("pass");
    expect(of({required: "a"}, {})).toBe("pass");
  });
});

describe("requestChecks", () => {
  const record = {
    status: "ok",
    content: "4",
    reasoning: "hm",
    tool_calls: [],
    finish_reason: "stop",
    output_tokens: 1
  } as unknown as Parameters<typeof requestChecks>[0];
  it("judges only what was asked", () => {
    expect(requestChecks(record, {thinking: "default", tools: [], max_tokens: null})).toEqual({});
    expect(requestChecks(record, {thinking: "enabled", tools: [], max_tokens: null})).toEqual({
      thinking_enabled: "pass"
    });
    expect(
      requestChecks(record, {thinking: "disabled", tools: [{name: "f", parameters: null}], max_tokens: null})
    ).toEqual({thinking_disabled: "fail", tool_call: "no-call"});
  });
});
