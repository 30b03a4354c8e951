import {expect, it} from "vitest";
import {promptSize} from "../../src/metrics/names/promptSize.js";

it.each([
  [500, "500 tokens"],
  [999, "999 tokens"],
  [1000, "1K"],
  [1500, "1.5K"],
  [1024, "1K"],
  [4096, "4K"],
  [120_000, "120K"],
  [128_000, "128K"],
  [131_072, "128K"],
  [499_712, "488K"]
])("%d tokens are %s", (tokens, words) => {
  expect(promptSize(tokens)).toBe(words);
});
