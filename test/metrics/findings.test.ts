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
    expect(periodicSuffix("abcabcabc", 3)).toEqual({length: 9, period: 3});
    expect(periodicSuffix("abcabcabc", 2)).toEqual({length: 0, period: 0});
  });
});

describe("repeatedGramShare", () => {
  it("is the share of word 4-grams that repeat an earlier one", () => {
    expect(repeatedGramShare("a b c d a b c d", 4)).toBe(1 / 5);
    expect(repeatedGramShare("a b c d e", 4)).toBe(0);
    expect(repeatedGramShare("a b c", 4)).toBe(0);
    expect(repeatedGramShare("", 4)).toBe(0);
  });
  it("takes words between any white space, and keeps them apart", () => {
    expect(repeatedGramShare("  aa bb  cc\n\tdd aa bb cc dd \n", 4)).toBe(1 / 5);
    expect(repeatedGramShare("ab c a bc", 2)).toBe(0);
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
  it("fires from half of the text on", () => {
    const before = prose.slice(0, 96);
    expect(degenerateText(before + loop.repeat(6), "stop")).toMatch(/last 96 of 192 characters/);
    expect(degenerateText(`${before}!${loop.repeat(6)}`, "stop")).toBeNull();
  });
  it("says how much repeats and how far it shrinks, and needs more than half to repeat", () => {
    // Twenty long words over and over: of all word 4-grams twenty are distinct.
    const words = Array.from({length: 20}, (_, i) => `${"long".repeat(12)}${i}`);
    const said = (grams: number) =>
      degenerateText(Array.from({length: grams + 3}, (_, i) => words[i % 20]).join(" "), null);
    expect(said(40)).toBeNull();
    expect(said(41)).toMatch(/^51\.2 % of its word 4-grams repeat/);
    const ratio = / and it compresses to (\d+\.\d) %$/.exec(said(50) ?? "")?.[1];
    expect(Number(ratio)).toBeGreaterThan(1);
    expect(Number(ratio)).toBeLessThan(20);
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
    expect(warm(1000, null)).toBe(false);
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
  it("judges by what was measured: an absent value is no 0", () => {
    for (const key of ["ttfo_ms", "ttft_ms", "last_output_ms", "e2e_ms", "prompt_tokens", "cached_tokens"])
      expect(implausible({...good, cached_tokens: 3, [key]: null}), key).toEqual([]);
    expect(implausible({...good, e2e_ms: null, generation_ms: 500})).toEqual([]);
    expect(implausible({...good, ttfo_ms: null, generation_ms: 500})).toEqual([]);
    for (const unknown of [{first_delta_tokens: null}, {last_delta_tokens: null}, {last_delta_tokens: 1}])
      expect(implausible({...good, ...unknown, generation_ms: 500})).toEqual([]);
    expect(implausible({...good, ttfo_ms: 0, ttft_ms: 0, output_tokens: null})).toEqual([]);
    expect(implausible({...good, ttfo_ms: 0, ttft_ms: 0, output_tokens: 0})).toEqual([]);
    expect(implausible({...good, cached_tokens: 10})).toEqual([]);
  });
  it("has no span of tokens without a rate, however the times lie", () => {
    const late = {ttfo_ms: 300, ttft_ms: 300, last_output_ms: 400, last_delta_tokens: null};
    expect(implausible({...good, ...late})).toEqual(["e2e_ms 202 lies before last_output_ms 400"]);
  });
  it("compares each time with the one measured before it", () => {
    expect(implausible({...good, ttft_ms: null, last_output_ms: 90})).toEqual([
      "last_output_ms 90 lies before ttfo_ms 100"
    ]);
    expect(implausible({...good, ttfo_ms: null, ttft_ms: null, last_output_ms: null, e2e_ms: -1})).toEqual([
      "e2e_ms -1 lies before 0 0"
    ]);
  });
  it("leaves a thousandth and a millisecond", () => {
    expect(implausible({...good, generation_ms: 103})).toEqual([]);
    expect(implausible({...good, generation_ms: 103.3})).toHaveLength(1);
    const instant = {ttfo_ms: 0, ttft_ms: null, last_output_ms: null, e2e_ms: 0};
    expect(implausible({...good, ...instant, generation_ms: 1})).toEqual([]);
    expect(implausible({...good, ...instant, generation_ms: 1.5})).toEqual([
      "all tokens take 1.5 ms, the whole request 0 ms"
    ]);
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
    expect(requestFindings({...record, output_tokens: null})).toEqual([]);
  });
  it("names a rate's faults only where there is a rate", () => {
    const record = derived([
      [100, content("a")],
      [200, content("b")],
      [201, event({}, "stop")],
      [202, last(usage(10, 1))]
    ]);
    expect(record).toMatchObject({decode_tok_s: null, decode_basis: "k-assumed-1", output_tokens: 1});
    expect(requestFindings(record)).toEqual([]);
  });
  it("names a loop in the reasoning, in the content, and over both", () => {
    const record = {...derived([]), reasoning: null, content: null};
    const loop = " the gate opens.".repeat(6);
    const prose = Array.from({length: 96}, (_, i) => String.fromCharCode(0x4e00 + i * 7)).join("");
    expect(requestFindings(record)).toEqual([]);
    // Half of it is loop: one character more before or behind it, and it is none.
    for (const half of [{reasoning: prose + loop}, {content: prose + loop}, {reasoning: prose, content: loop}])
      expect(requestFindings({...record, ...half})).toEqual(["degenerate-output"]);
    expect(requestFindings({...record, reasoning: `${prose}!`, content: loop})).toEqual([]);
  });
  it("names what cannot be", () => {
    expect(requestFindings({...derived([[1, content("a", usage(10, 5))]]), ttfo_ms: 9})).toEqual(["implausible"]);
    expect(requestFindings({...derived([[1, content("a")]]), prompt_tokens: 1000, cached_tokens: 1001})).toEqual([
      "cache-warm",
      "implausible"
    ]);
  });
});
