import {describe, expect, it} from "vitest";
import {messageOf, messageOfBody} from "../../src/metrics/wire/messageOf.js";
import {readMessage, readUsage} from "../../src/metrics/wire/readChunk.js";
import {content, derived, DONE, event, last, usage} from "./stream.js";

describe("the sentence of an error", () => {
  it.each([
    ["boom", "boom"],
    [{message: "boom", error: "other"}, "boom"],
    [{error: {message: "boom"}}, "boom"],
    [{detail: "boom"}, "boom"],
    [{msg: "boom"}, "boom"],
    [{error: {error: {error: "boom"}}}, "boom"],
    [{error: {error: {error: {error: "boom"}}}}, '{"error":{"error":{"error":{"error":"boom"}}}}'],
    // What says nothing stays as it is.
    [{message: " "}, '{"message":" "}'],
    ["", '""'],
    [{message: 5}, '{"message":5}'],
    [{code: 5}, '{"code":5}'],
    [[1], "[1]"],
    [null, "null"],
    [undefined, "unknown error"]
  ])("of %j is %j", (value, sentence) => {
    expect(messageOf(value)).toBe(sentence);
  });
  it("has at most 2,000 characters", () => {
    const long = "x".repeat(3000);
    expect(messageOf(long)).toBe(long.slice(0, 2000));
    expect(messageOf([long])).toBe(`["${long}`.slice(0, 2000));
    expect(messageOfBody(long)).toBe(long.slice(0, 2000));
  });
  it("of a body is that of its JSON, else its text without the blanks around it", () => {
    expect(messageOfBody(' {"error":{"message":"boom"}} ')).toBe("boom");
    expect(messageOfBody("\n busy \n")).toBe("busy");
  });
});

describe("a message", () => {
  it("has its thoughts under any of three names, the first that is not empty", () => {
    const named = (message: object) => readMessage(message).reasoning;
    expect(named({reasoning_content: "a", reasoning: "b", thinking: "c"})).toBe("a");
    expect(named({reasoning_content: "", reasoning: "b", thinking: "c"})).toBe("b");
    expect(named({reasoning_content: null, reasoning: 5, thinking: "c"})).toBe("c");
  });
  it("may have its content in parts, of which some are thoughts", () => {
    const parts = [
      {type: "reasoning", text: "a"},
      {type: "thinking", thinking: [{text: "b"}, "x", {text: 5}, {text: "c"}]},
      {type: "thinking", thinking: "d", text: "e"},
      {type: "text", text: "f"},
      {type: "image", url: "x"},
      "text",
      null
    ];
    expect(readMessage({content: parts, reasoning: "0"})).toEqual({reasoning: "0abcde", content: "f", tools: []});
  });
  it("may be a text, and is empty otherwise", () => {
    expect(readMessage("hi")).toEqual({reasoning: "", content: "hi", tools: []});
    for (const value of [null, 5, [1], {content: 5}])
      expect(readMessage(value)).toEqual({reasoning: "", content: "", tools: []});
  });
});

describe("usage", () => {
  it("has the names of the chat and of the responses API; what is absent or no count is null", () => {
    expect(
      readUsage({
        prompt_tokens: 4,
        completion_tokens: 3,
        prompt_tokens_details: {cached_tokens: 2},
        completion_tokens_details: {reasoning_tokens: 1}
      })
    ).toEqual({prompt: 4, output: 3, cached: 2, reasoning: 1});
    expect(
      readUsage({
        input_tokens: 4,
        output_tokens: 3,
        input_tokens_details: {cached_tokens: 2},
        output_tokens_details: {reasoning_tokens: 1}
      })
    ).toEqual({prompt: 4, output: 3, cached: 2, reasoning: 1});
    expect(readUsage({cached_tokens: 0, reasoning_tokens: 0})).toEqual({
      prompt: null,
      output: null,
      cached: 0,
      reasoning: 0
    });
    expect(readUsage({prompt_tokens: "4", completion_tokens: 1.5})).toEqual({
      prompt: null,
      output: null,
      cached: null,
      reasoning: null
    });
    expect(readUsage(null)).toBeNull();
  });
  it("of another choice is not the final one, and of an event without choices counts no delta", () => {
    const other = {choices: [{index: 1, delta: {}}], usage: usage(9, 5)};
    expect(
      derived([
        [10, content("a")],
        [11, `data: ${JSON.stringify(other)}\n\n`],
        [12, DONE]
      ])
    ).toMatchObject({
      output_tokens: null,
      prompt_tokens: null
    });
    expect(
      derived([
        [10, last(usage(9, 3))],
        [20, content("a")],
        [30, event({content: "b"}, "stop")],
        [40, last(usage(9, 5))]
      ])
    ).toMatchObject({first_delta_tokens: 1, last_delta_tokens: 5, decode_basis: "k-assumed-1"});
  });
});
