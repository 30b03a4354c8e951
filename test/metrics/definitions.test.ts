import fc from "fast-check";
import {describe, expect, it} from "vitest";
import {
  chunkGapsMs,
  countsAtConcurrency,
  decodeTokS,
  effectivePrefillTokS,
  generationMs,
  inFlightMean,
  isShort,
  maxStallMs,
  outputTokS,
  percentile,
  percentileNeeds,
  spanOf,
  steadyOutputTokS,
  tokensPerChunk,
  tpotMs,
  uncachedPrefillTokS,
  visibleAnswer
} from "../../src/metrics/index.js";

const span = (k: number | null, m: number | null, ms: number | null) => ({
  first_delta_tokens: k,
  last_delta_tokens: m,
  generation_ms: ms
});
const prompt = (tokens: number | null, cached: number | null, ttfo: number | null, ttft: number | null = ttfo) => ({
  prompt_tokens: tokens,
  cached_tokens: cached,
  ttfo_ms: ttfo,
  ttft_ms: ttft,
  prefill_basis: null
});

describe("decodeTokS and tpotMs", () => {
  it("divide the tokens after the first delta by the time after it", () => {
    expect(decodeTokS(span(20, 60, 400))).toBe(100);
    expect(tpotMs(span(20, 60, 400))).toBe(10);
    expect(decodeTokS(span(1, 2, 0.001))).toBe(1e6);
  });
  it.each([
    [null, 5, 10],
    [1, null, 10],
    [1, 5, null],
    [5, 5, 10],
    [6, 5, 10],
    [1, 5, 0],
    [1, 5, -1]
  ])("are null for k %s, m %s over %s ms", (k, m, ms) => {
    expect(decodeTokS(span(k, m, ms))).toBeNull();
    expect(tpotMs(span(k, m, ms))).toBeNull();
  });
});

describe("prefill", () => {
  it("divides the prompt by the time to the first output, in seconds", () => {
    expect(effectivePrefillTokS(prompt(2969, 2944, 180))).toBe(2969 / (180 / 1000));
    expect(effectivePrefillTokS(prompt(1000, 0, 100, 200))).toBe(10_000);
  });
  it("divides by the first content where the foreign protocol does", () => {
    expect(effectivePrefillTokS({...prompt(1000, 0, 100, 200), prefill_basis: "prompt-over-ttft"})).toBe(5000);
    expect(uncachedPrefillTokS({...prompt(2000, 0, 100, 200), prefill_basis: "prompt-over-ttft"})).toBe(10_000);
  });
  it("is null when a part is unknown or no time passed", () => {
    for (const bad of [prompt(null, 0, 1), prompt(5, 0, null), prompt(5, 0, 0), prompt(5, 0, -1)]) {
      expect(effectivePrefillTokS(bad)).toBeNull();
      expect(uncachedPrefillTokS({...bad, prompt_tokens: bad.prompt_tokens && 5000})).toBeNull();
    }
    expect(uncachedPrefillTokS(prompt(5000, null, 100))).toBeNull();
  });
  it("has an uncached rate only from max(1024, half the prompt) uncached tokens on", () => {
    expect(uncachedPrefillTokS(prompt(1024, 0, 1000))).toBe(1024);
    expect(uncachedPrefillTokS(prompt(1023, 0, 1000))).toBeNull();
    expect(uncachedPrefillTokS(prompt(4000, 2000, 1000))).toBe(2000);
    expect(uncachedPrefillTokS(prompt(4000, 2001, 1000))).toBeNull();
  });
});

describe("percentile", () => {
  it("uses nearest rank: the one-based index ceil(p n / 100)", () => {
    const ten = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
    expect([1, 10, 11, 50, 51, 90, 91, 99, 100].map((p) => percentile(ten, p))).toEqual([1, 1, 2, 5, 6, 9, 10, 10, 10]);
    expect(percentile([3], 50)).toBe(3);
    expect(percentile([], 50)).toBeNull();
    expect(percentile([-1, -20, 3], 50)).toBe(-1);
  });
  it("is a member of the sample, and at least p % of it are not above it", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({noNaN: true, noDefaultInfinity: true}), {minLength: 1}),
        fc.integer({min: 1, max: 100}),
        (values, p) => {
          const at = percentile(values, p) ?? Number.NaN;
          expect(values).toContain(at);
          expect(values.filter((v) => v <= at).length * 100).toBeGreaterThanOrEqual(p * values.length);
        }
      ),
      {numRuns: 200, seed: 3}
    );
  });
  it("refuses a p outside (0, 100]", () => {
    for (const p of [0, -1, 100.1, Number.NaN]) expect(() => percentile([1], p)).toThrow(RangeError);
    for (const p of [0, 100, Number.NaN]) expect(() => percentileNeeds(p)).toThrow(RangeError);
    expect(() => percentile([1], 101)).toThrow("a percentile lies above 0 and up to 100, not at 101");
    expect(() => percentileNeeds(100)).toThrow("a percentile with a bound lies between 0 and 100, not at 100");
  });
  it("has a 95 % bound from n = 6 (p50), 29 (p90), 59 (p95) and 299 (p99) on", () => {
    expect([50, 90, 95, 99].map(percentileNeeds)).toEqual([6, 29, 59, 299]);
    expect([10, 5, 1].map(percentileNeeds)).toEqual([29, 59, 299]);
  });
});

describe("gaps", () => {
  it("lie between neighbouring output deltas, and the largest is the stall", () => {
    expect(chunkGapsMs([10, 15, 40])).toEqual([5, 25]);
    expect(maxStallMs([10, 15, 40, 41])).toBe(25);
    expect(chunkGapsMs([7])).toEqual([]);
    expect([maxStallMs([7]), maxStallMs([])]).toEqual([null, null]);
    expect(generationMs({ttfo_ms: 10, last_output_ms: 40})).toBe(30);
    expect(generationMs({ttfo_ms: null, last_output_ms: 40})).toBeNull();
    expect(generationMs({ttfo_ms: 10, last_output_ms: null})).toBeNull();
  });
});

describe("counts of one request", () => {
  it("tokens per chunk needs both counts", () => {
    expect(tokensPerChunk({output_tokens: 512, output_deltas: 176})).toBe(512 / 176);
    expect(tokensPerChunk({output_tokens: null, output_deltas: 5})).toBeNull();
    expect(tokensPerChunk({output_tokens: 5, output_deltas: null})).toBeNull();
    expect(tokensPerChunk({output_tokens: 5, output_deltas: 0})).toBeNull();
  });
  it("an answer is visible when some of it is not white space", () => {
    expect(["", " \n\t\u00a0", "a", " a "].map((content) => visibleAnswer({content}))).toEqual([
      false,
      false,
      true,
      true
    ]);
    expect(visibleAnswer({content: null})).toBeNull();
  });
  it("is short when it stopped by itself below its budget", () => {
    const of = (finish_reason: string, output_tokens: number | null, max_tokens: number | null) =>
      isShort({finish_reason, output_tokens, max_tokens});
    expect(of("stop", 5, 10)).toBe(true);
    expect(of("stop", 10, 10)).toBe(false);
    expect(of("length", 5, 10)).toBe(false);
    expect(of("stop", null, 10)).toBeNull();
    expect(of("stop", 5, null)).toBeNull();
  });
});

describe("requests in flight", () => {
  const one = {sent_ms: 0, ended_ms: 100};
  it("count themselves, and others for the share of the time that they overlap", () => {
    expect(inFlightMean(one, [one])).toBe(1);
    expect(inFlightMean(one, [one, {sent_ms: 50, ended_ms: 300}, {sent_ms: 100, ended_ms: 200}])).toBe(1.5);
    expect(inFlightMean(one, [one, {sent_ms: -50, ended_ms: 25}])).toBe(1.25);
    expect(inFlightMean({sent_ms: 5, ended_ms: 5}, [])).toBeNull();
  });
  it("count at C from 0.9 C on", () => {
    expect(countsAtConcurrency({in_flight_mean: 3.6, concurrency: 4})).toBe(true);
    expect(countsAtConcurrency({in_flight_mean: 3.59, concurrency: 4})).toBe(false);
    expect(countsAtConcurrency({in_flight_mean: null, concurrency: 4})).toBeNull();
    expect(countsAtConcurrency({in_flight_mean: 4, concurrency: null})).toBeNull();
  });
  it("have a span only where their clock was recorded", () => {
    expect(spanOf({sent_ms: 5, e2e_ms: 10})).toEqual({sent_ms: 5, ended_ms: 15});
    expect(spanOf({sent_ms: null, e2e_ms: 10})).toBeNull();
    expect(spanOf({sent_ms: 5, e2e_ms: null})).toBeNull();
  });
});

describe("rates of a stage", () => {
  const a = {output_tokens: 100, sent_ms: 0, ttfo_ms: 100, last_output_ms: 1100, e2e_ms: 1200};
  const b = {output_tokens: 300, sent_ms: 500, ttfo_ms: 500, last_output_ms: 1500, e2e_ms: 1500};
  it("divide all output tokens by last end minus first sent", () => {
    expect(outputTokS([b, a])).toBe(200);
    expect(
      outputTokS([
        {...b, sent_ms: 1500},
        {...a, sent_ms: 1000}
      ])
    ).toBe(200);
    expect(outputTokS([])).toBeNull();
    expect(outputTokS([{...a, e2e_ms: 0}])).toBeNull();
    for (const key of ["output_tokens", "sent_ms", "e2e_ms"]) expect(outputTokS([a, {...b, [key]: null}])).toBeNull();
  });
  it("in the steady window take only the time in which all generate", () => {
    expect(steadyOutputTokS([a, b])).toBe(400);
    expect(steadyOutputTokS([{...a, last_output_ms: 2100}])).toBe(50);
    expect(steadyOutputTokS([a, {...b, ttfo_ms: 550, last_output_ms: 550}])).toBeNull();
    expect(steadyOutputTokS([a, {...b, sent_ms: 600}])).toBeNull();
    expect(steadyOutputTokS([a, {...b, last_output_ms: 500}])).toBeNull();
    expect(steadyOutputTokS([])).toBeNull();
    for (const key of ["output_tokens", "sent_ms", "ttfo_ms", "last_output_ms"])
      expect(steadyOutputTokS([a, {...b, [key]: null}])).toBeNull();
  });
});
