import {describe, expect, it} from "vitest";
import {metricWithUnit, metricWords} from "../../src/metrics/names/metricWords.js";
import {editDistance, nearestName} from "../../src/metrics/names/nearestName.js";
import {sameQuantity} from "../../src/metrics/sameQuantity.js";
import {CATALOGUE, metricEntry} from "../../src/metrics/index.js";

describe("editDistance", () => {
  it.each([
    ["", "", 0],
    ["abc", "abc", 0],
    ["", "abc", 3],
    ["abc", "", 3],
    ["abc", "axc", 1],
    ["abc", "abxc", 1],
    ["abc", "ac", 1],
    ["kitten", "sitting", 3],
    ["saturday", "sunday", 3],
    // Neighbouring letters exchanged are one step, at the start, in the middle and at the end; letters apart are two.
    ["ab", "ba", 1],
    ["xaby", "xbay", 1],
    ["wxab", "wxba", 1],
    ["abc", "cba", 2],
    ["aab", "aba", 1],
    ["ab", "bxa", 3],
    ["ca", "abc", 3],
    ["abcd", "badc", 2],
    ["aa", "bb", 2],
    ["ax", "ba", 2],
    ["xa", "ab", 2]
  ])("of %j and %j is %d, both ways", (a, b, steps) => {
    expect(editDistance(a, b)).toBe(steps);
    expect(editDistance(b, a)).toBe(steps);
  });
});

describe("nearestName", () => {
  it.each([
    ["profle", ["plan", "profile", "stage"], "profile"],
    ["PROFLE", ["plan", "Profile"], "Profile"],
    ["profile", ["plan", "PROFLE"], "PROFLE"],
    // What holds it, or is held by it, counts as one edit; at least three letters must be shared.
    ["tokens", ["max_tokens", "broken"], "max_tokens"],
    ["max_tokens_limit", ["max_tokens"], "max_tokens"],
    ["max", ["max_tokens", "mx"], "max_tokens"],
    ["ma", ["max_tokens_of_all"], null],
    ["max_tokens_of_all", ["ma"], null],
    // The fewest edits, and the first of equals.
    ["gat", ["goat", "gat"], "gat"],
    ["cat", ["bat", "rat"], "bat"],
    // Two edits are near for any name, a third of its letters for a long one.
    ["abxy", ["abcd"], "abcd"],
    ["axyz", ["abcd"], null],
    ["temperXXXe", ["temperature"], "temperature"],
    ["teXXXXature", ["temperature"], "temperature"],
    ["teXXXXXture", ["temperature"], null],
    ["xyz", ["plan", "recipe"], null],
    ["plan", [], null]
  ] as [string, string[], string | null][])("%j among %j means %j", (written, known, meant) => {
    expect(nearestName(written, known)).toBe(meant);
  });
});

describe("words for a metric", () => {
  it.each([
    ["decode_tok_s", "decode", "decode, tok/s"],
    ["effective_prefill_tok_s", "effective prefill", "effective prefill, tok/s"],
    ["ttft_ms", "time to first token", "time to first token, ms"],
    ["e2e_ms", "end-to-end time", "end-to-end time, ms"],
    ["no_such", "no_such", "no_such"]
  ])("%s is %j, with its unit %j", (metric, words, unit) => {
    expect([metricWords(metric), metricWithUnit(metric)]).toEqual([words, unit]);
  });
  it("are found in the catalogue by id, and are none for an unknown one", () => {
    expect(CATALOGUE.map((metric) => metricEntry(metric.id))).toEqual(CATALOGUE);
    expect(metricEntry("ttft_ms")).toMatchObject({label: "Time to first content", unit: "ms", of: "request"});
    expect(metricEntry("no_such")).toBeUndefined();
  });
});

describe("sameQuantity", () => {
  it.each([
    ["first-token-excluded", "k-assumed-1", true],
    ["k-assumed-1", "first-token-excluded", true],
    ["first-token-excluded", "first-token-excluded", true],
    ["usage", "usage", true],
    [null, null, true],
    ["first-token-excluded", "usage-continuous", false],
    ["k-assumed-1", "usage-continuous", false],
    ["usage", "client-tokenizer", false],
    ["first-token-excluded", null, false],
    [null, "usage", false]
  ])("of %s and %s is %s", (a, b, same) => {
    expect(sameQuantity(a, b)).toBe(same);
  });
});
