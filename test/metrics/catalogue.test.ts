import {describe, expect, it} from "vitest";
import {CATALOGUE, metricEntry, requestMetrics} from "../../src/metrics/index.js";
import {deriveExchange} from "../../src/metrics/wire/deriveRequest.js";
import {exchangeOf} from "../../src/metrics/wire/exchange.js";

describe("the catalogue", () => {
  it("names each metric once", () => {
    expect(new Set(CATALOGUE.map((m) => m.id)).size).toBe(CATALOGUE.length);
  });
  it("has every rate and count that a derived request carries", () => {
    const derived = deriveExchange(exchangeOf([]));
    const numbers = Object.keys({...derived, ...requestMetrics(derived)}).filter(
      (key) => /(_ms|_ms_p50|_tok_s|_tokens|_deltas|_length|_chunk|_answer)$/.test(key) && !/basis/.test(key)
    );
    expect(numbers.filter((id) => metricEntry(id) === undefined)).toEqual([]);
  });
});
