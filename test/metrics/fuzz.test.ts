import fc from "fast-check";
import {describe, it} from "vitest";
import {deriveHostile, hostileExchange, hostileRecord, readHostile} from "./fuzzed.js";

describe("hostile input", () => {
  it("of streams gives records that fit the schema", () => {
    fc.assert(fc.property(hostileExchange, deriveHostile), {numRuns: 1500, seed: 11});
  });
  it("of lines makes no reader throw", () => {
    fc.assert(fc.property(hostileRecord, readHostile), {numRuns: 1500, seed: 12});
  });
});
