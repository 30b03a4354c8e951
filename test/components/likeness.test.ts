import {describe, expect, it} from "vitest";
import {
  alikeProfiles,
  firstPair,
  pairPoints,
  unlike,
  type ComparePoint
} from "../../src/components/compare/likeness.js";

const point = (part: Partial<ComparePoint> = {}): ComparePoint => ({
  campaign_id: "2026-01-01-a",
  profile: "p",
  stage: "04-capacity-4k-c1",
  kind: "capacity",
  nominal_prompt_tokens: 4096,
  prompt_tokens: 4090,
  concurrency: 1,
  cache_declared: "cold",
  thinking: "default",
  max_tokens: 256,
  n_ok: 6,
  n_failed: 0,
  basis: "usage-continuous",
  reported: false,
  tpot_ms: 10,
  decode_tok_s: 100,
  effective_prefill_tok_s: 1,
  uncached_prefill_tok_s: 1,
  ttft_ms: 1,
  output_tok_s: 1,
  simulated: false,
  time_scale: null,
  gpu: null,
  engine: null,
  served_model: null,
  ...part
});

describe("like with like", () => {
  it("sets equal points side by side", () => {
    expect(unlike(point(), point({campaign_id: "2026-01-02-b", prompt_tokens: 4150}))).toEqual([]);
  });

  it.each([
    [{simulated: true}, "one is simulated, the other is not"],
    [{concurrency: 4}, "requests in flight: 1 against 4"],
    [{basis: "k-assumed-1"}, "decode basis: usage-continuous against k-assumed-1"],
    [{cache_declared: "warm"}, "declared cache state: cold against warm"],
    [{max_tokens: null}, "output limit: 256 against not recorded"],
    [{prompt_tokens: 2969}, "measured prompt: 4090 against 2969 tokens"]
  ])("says why not: %o", (part, reason) => {
    expect(unlike(point(), point(part))).toEqual([reason]);
  });

  it("refuses a TPOT with its first token beside one without, and names both bases", () => {
    const guide = point({basis: "first-token-included", reported: true});
    const vllm = point({basis: "first-token-excluded", reported: true});
    expect(unlike(guide, vllm)).toEqual(["decode basis: first-token-included against first-token-excluded"]);
    expect(unlike(point({basis: "k-assumed-1"}), vllm)).toEqual([]);
  });

  it("never ranks simulated points of different time scales", () => {
    expect(unlike(point({simulated: true, time_scale: 0.1}), point({simulated: true, time_scale: 0.5}))).toEqual([
      "time scale: 0.1 against 0.5"
    ]);
  });

  it("pairs points by nominal size and concurrency", () => {
    expect(pairPoints([point(), point({concurrency: 4})], [point({concurrency: 4})])).toHaveLength(1);
  });

  it("opens with two profiles that have a point alike, of the newest campaign that has such", () => {
    const points = [
      point(),
      point({profile: "q"}),
      point({campaign_id: "2026-02-02-c", profile: "alone", nominal_prompt_tokens: 120_000, prompt_tokens: 119_000})
    ];
    expect(firstPair(points)).toEqual(["2026-01-01-a / p", "2026-01-01-a / q"]);
    expect([...alikeProfiles(points, "2026-01-01-a / p")]).toEqual([["2026-01-01-a / q", 1]]);
    expect(firstPair([])).toBeNull();
  });
});
