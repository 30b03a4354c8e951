import {describe, expect, it} from "vitest";
import {degenerateText} from "../../src/metrics/findings/degenerateText.js";
import {implausible} from "../../src/metrics/findings/implausible.js";
import {periodicSuffix} from "../../src/metrics/findings/periodicSuffix.js";
import {repeatedGramShare} from "../../src/metrics/findings/repeatedGramShare.js";
import {isCacheWarm, requestFindings} from "../../src/metrics/findings/requestFindings.js";
import {content, derived, event, last, usage} from "./stream.js";

describe("periodicSuffix", () => {
  it("finds the longest suffix in which every character equals the one a period before", () => {
    expect(periodicSuffix("xyzabababab", 200)).toEqual({length: 8, period: 2});
    expect(periodicSuffix("aaaa", 200)).toEqual({length: 4, period: 1});
    expect(periodicSuffix("abcabc", 200)).toEqual({length: 0, period: 0});
    expect(periodicSuffix("aaaa", 200, 5)).toEqual({length: 0, period: 0});
    expect(periodicSuffix("abc", 200)).toEqual({length: 0, period: 0});
    expect(periodicSuffix("", 200)).toEqual({length: 0, period: 0});
    expect(periodicSuffix("abcabc", 2)).toEqual({length: 0, period: 0});
  });
});

describe("repeatedGramShare", () => {
  it("is the share of word 4-grams that repeat an earlier one", () => {
    expect(repeatedGramShare("a b c d a b c d", 4)).toBe(1 / 5);
    expect(repeatedGramShare("a b c d e", 4)).toBe(0);
    expect(repeatedGramShare("a b c", 4)).toBe(0);
  });
});

describe("degenerateText", () => {
  const prose = Array.from({length: 60}, (_, i) => `word${i * 37}`).join(" ");
  const loop = " the gate opens.";
  it("needs a periodic suffix of max(96, 3 periods), and length or half of the text", () => {
    expect(degenerateText(loop.repeat(6), "stop")).toMatch(/last 96 of 96 characters repeat every 16/);
    expect(degenerateText(loop.repeat(6).slice(0, 95), "length")).toBeNull();
    expect(degenerateText(prose + loop.repeat(6), "stop")).toBeNull();
    expect(degenerateText(prose + loop.repeat(6), "length")).toMatch(/repeat every 16/);
    const long = prose.slice(0, 150);
    const before = prose.slice(150).toUpperCase();
    expect(degenerateText(before + long + long + long.slice(0, 149), "length")).toBeNull();
    expect(degenerateText(before + long + long + long, "length")).toMatch(/repeat every 150/);
  });
  it("is not hidden by a longer suffix that has fewer than three periods", () => {
    const twice = `${"a".repeat(96)}${"b".repeat(54)}${"a".repeat(96)}`;
    expect(degenerateText(`It said: ${twice}`, "length")).toMatch(/last 96 of 255 characters repeat every 1$/);
    expect(degenerateText(`It said: ${twice}`, "stop")).toBeNull();
    expect(degenerateText(`It said: ${twice.slice(1)}`.slice(0, -1), "length")).toBeNull();
  });
  it("also takes text of which most 4-grams repeat and that shrinks below a fifth", () => {
    const parts = ["one two three four five six. ", "red green blue black white grey. "];
    const order = [0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0];
    expect(degenerateText(`${order.map((i) => parts[i]).join("")}an end of its own`, "stop")).toMatch(/4-grams repeat/);
    expect(degenerateText(prose, "length")).toBeNull();
    expect(degenerateText("", "length")).toBeNull();
  });
});

describe("isCacheWarm", () => {
  const warm = (cached: number | null, prompt: number | null, over: object = {}) =>
    isCacheWarm({cached_tokens: cached, prompt_tokens: prompt}, {cacheDeclared: null, templateTokens: null, ...over});
  it("fires above max(5 %, a page), the template's prefix left out, and not where warm was declared", () => {
    expect(warm(64, 100)).toBe(false);
    expect(warm(65, 100)).toBe(true);
    expect(warm(500, 10_000)).toBe(false);
    expect(warm(501, 10_000)).toBe(true);
    expect(warm(501, 10_000, {templateTokens: 1})).toBe(false);
    expect(warm(9000, 10_000, {cacheDeclared: "warm"})).toBe(false);
    expect(warm(9000, 10_000, {cacheDeclared: "cold"})).toBe(true);
    expect(warm(null, 10_000)).toBe(false);
    expect(warm(10, null)).toBe(false);
  });
});

describe("implausible", () => {
  const {request_id: _id, ...good} = derived([
    [100, content("a")],
    [200, content("b")],
    [201, event({}, "stop")],
    [202, last(usage(10, 5))]
  ]);
  it("finds nothing in an ordinary request", () => {
    expect(implausible(good)).toEqual([]);
  });
  it.each([
    [{ttfo_ms: -1}, /ttfo_ms -1 lies before 0/],
    [{ttft_ms: 50}, /ttft_ms 50 lies before ttfo_ms 100/],
    [{last_output_ms: 90}, /last_output_ms 90 lies before/],
    [{e2e_ms: 150}, /e2e_ms 150 lies before last_output_ms 200/],
    [{generation_ms: 200}, /all tokens take 300 ms/],
    [{ttft_ms: 0}, /ttft_ms is 0/],
    [{cached_tokens: 11}, /11 cached of 10/]
  ])("names %j", (over, sentence) => {
    expect(implausible({...good, ...over}).join("\n")).toMatch(sentence);
  });
  it("leaves a thousandth and a millisecond", () => {
    expect(implausible({...good, generation_ms: 103})).toEqual([]);
    expect(implausible({...good, generation_ms: 103.3})).toHaveLength(1);
  });
});

describe("requestFindings", () => {
  it("names a rate over fewer than 64 tokens, and an assumed k", () => {
    const frames = (tokens: number): [number, string][] => [
      [100, content("a")],
      [200, content("b")],
      [201, event({}, "stop")],
      [202, last(usage(10, tokens))]
    ];
    expect(requestFindings(derived(frames(63)))).toEqual(["short-generation", "decode-basis"]);
    expect(requestFindings(derived(frames(64)))).toEqual(["decode-basis"]);
    expect(requestFindings(derived(frames(64).slice(0, 3)))).toEqual([]);
  });
  it("names an end token that was counted and not seen", () => {
    const record = derived([
      [100, content("a", usage(10, 10))],
      [200, content("b", usage(10, 80))],
      [201, event({}, "stop")],
      [202, last(usage(10, 81))]
    ]);
    expect(requestFindings(record)).toEqual(["decode-basis"]);
    expect(requestFindings({...record, output_tokens: 80})).toEqual([]);
  });
});
