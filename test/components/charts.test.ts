import {beforeAll, describe, expect, it} from "vitest";
import type {CampaignData, PointRow, RequestRow} from "../../src/components/campaignData.js";
import {CAMPAIGN_CHARTS} from "../../src/components/charts/campaignCharts.js";
import {comparisonTitle, ratioRows, sampleRows, swarmLevels} from "../../src/components/charts/comparisonChart.js";
import {hasRoom, labelRoom} from "../../src/components/charts/endLabels.js";
import {driftWords} from "../../src/components/charts/enduranceChart.js";
import {measuredTicks, panelRows} from "../../src/components/charts/ladderChart.js";
import {marginWords, tickWords} from "../../src/components/charts/reserveChart.js";
import {spread} from "../../src/components/charts/spread.js";
import {browserGlobals} from "../support/browserGlobals.js";
import {sampleDecision} from "../support/sampleDecision.js";

beforeAll(() => void browserGlobals());

const point = (part: Partial<PointRow>): PointRow => ({
  profile: "small",
  stage: "04-capacity-4k-c1",
  kind: "capacity",
  nominal_prompt_tokens: 4096,
  prompt_tokens: 2969,
  cached_share: 0,
  concurrency: 1,
  boot: 1,
  cache_declared: "cold",
  n_ok: 3,
  n_failed: 0,
  basis: "usage-continuous",
  decode_tok_s: 108.6,
  effective_prefill_tok_s: 16545,
  uncached_prefill_tok_s: null,
  ttft_ms: 250,
  ttfo_ms: 250,
  max_stall_ms: 40,
  output_tok_s: 60,
  ...part
});

const request = (index: number, part: Partial<RequestRow> = {}): RequestRow => ({
  request_id: `small/04-capacity-4k-c1#${index}`,
  profile: "small",
  stage: "04-capacity-4k-c1",
  index,
  phase: "measured",
  status: "ok",
  finish_reason: "stop",
  prompt_tokens: 2969,
  cached_tokens: 0,
  output_tokens: 200,
  decode_tok_s: 108 + index,
  ttfo_ms: 250,
  ttft_ms: 250,
  e2e_ms: 2000 + index,
  effective_prefill_tok_s: 16545,
  uncached_prefill_tok_s: null,
  ...part
});

const data = (part: Partial<CampaignData> = {}): CampaignData => ({
  campaign_id: "2026-01-02-sample",
  simulated: false,
  selected: "small",
  points: [
    point({}),
    point({stage: "05-capacity-120k-c1", nominal_prompt_tokens: 120000, prompt_tokens: 96278, decode_tok_s: 93.35}),
    point({profile: "large", decode_tok_s: 101})
  ],
  requests: [request(0), request(1), request(2)],
  reserve: [
    {profile: "small", gpu: "0", idle_mib: 9000, peak_mib: 3300, after_mib: 3487, threshold_mib: 3072, verdict: "pass"},
    {profile: "large", gpu: "0", idle_mib: 5000, peak_mib: 2000, after_mib: 2101, threshold_mib: 3072, verdict: "fail"}
  ],
  memory: [],
  drifts: [],
  comparisons: sampleDecision().comparisons,
  ...part
});

const draw = (name: string, given: CampaignData, width = 960) => CAMPAIGN_CHARTS[name]?.(given, width) ?? [];

describe("charts of a campaign", () => {
  it("comparison: draws every sample of both arms, suspects hollow, and both intervals", () => {
    const [c] = data().comparisons;
    if (!c) throw new Error("the sample has a comparison");
    expect(sampleRows(c)).toHaveLength(6);
    expect(ratioRows(c).map((r) => r.coverage)).toEqual([0.9, 0.67]);
    const [figure] = draw("comparison", data());
    expect(figure?.querySelectorAll('[aria-label="dot"] circle')).toHaveLength(6 + 2);
    expect(
      [...(figure?.querySelectorAll('[aria-label="dot"] circle') ?? [])].filter(
        (d) => d.getAttribute("fill") === "var(--paper)"
      )
    ).toHaveLength(1);
    expect(figure?.textContent).toContain("90\u2009% [1.177, 2.469]");
  });

  it("comparison: the title says no more than the word", () => {
    const [c] = data().comparisons;
    if (!c) throw new Error("the sample has a comparison");
    expect(comparisonTitle(c)).toBe("adaptive over plain at 4K, p50 ratio 1.397: too few samples (needs 4 v 4)");
    expect(comparisonTitle({...c, word: "faster", scope: "boots"})).toBe(
      "adaptive is faster than plain at 4K, p50 ratio 1.397"
    );
    expect(comparisonTitle({...c, word: "faster", scope: "in these boots"})).toBe(
      "adaptive is faster than plain at 4K, in these boots, p50 ratio 1.397"
    );
  });

  it("ladder: small multiples over measured tokens, one for each measure that has a value", () => {
    const [figure] = draw("ladder", data());
    expect(figure?.querySelectorAll("svg")).toHaveLength(3);
    expect(figure?.textContent).toContain("between 2969 and 96\u2009278 prompt tokens");
    expect(figure?.textContent).toContain("cold prefill was not measured");
  });

  it("ladder: draws single requests only where n is at most 20", () => {
    const circles = (given: CampaignData) =>
      draw("ladder", given)[0]?.querySelector("svg")?.querySelectorAll("circle").length ?? 0;
    const few = circles(data());
    const many = circles(data({points: data().points.map((p) => ({...p, n_ok: 21}))}));
    expect(few - many).toBe(3);
  });

  it("reserve: writes the margin or the shortfall at each card", () => {
    const [figure] = draw("reserve", data());
    expect(figure?.textContent).toContain("3487 MiB, 415 above");
    expect(figure?.textContent).toContain("2101 MiB, 971 short");
    expect(figure?.textContent).toContain("idle 9000, lowest 3300");
    for (const words of ["small, card 0", "3487 MiB, 415 above; idle 9000, lowest 3300"])
      expect(draw("reserve", data(), 358)[0]?.textContent).toContain(words);
    expect(figure?.textContent).toContain("threshold 3072");
    expect(
      marginWords({
        profile: "p",
        gpu: "0",
        idle_mib: 1,
        peak_mib: null,
        after_mib: null,
        threshold_mib: 3072,
        verdict: "inconclusive"
      })
    ).toBe("after the workload: not measured");
  });

  it("reserve: says of each card what was not measured of idle and lowest", () => {
    const card = {profile: "p", gpu: "0", after_mib: 1, threshold_mib: 1, verdict: "pass"};
    expect(tickWords({...card, idle_mib: null, peak_mib: null})).toBe("idle and lowest not measured");
    expect(tickWords({...card, idle_mib: 9000, peak_mib: null})).toBe("idle 9000, lowest not measured");
  });

  it("ladder: a point whose prompts were all computed is cold, and stands in no panel of the cache", () => {
    const cold = point({cached_share: 0, uncached_prefill_tok_s: 5000});
    const warm = point({stage: "07-capacity-4k-c1", cached_share: 0.99});
    expect(panelRows("uncached_prefill_tok_s", [cold, warm])).toEqual([cold]);
    expect(panelRows("effective_prefill_tok_s", [cold, warm])).toEqual([warm]);
  });

  it("ladder: a narrow panel leaves out ticks that a wide one has room for", () => {
    expect(measuredTicks([2969, 96_278, 189_627])).toEqual([2969, 96_278, 189_627]);
    expect(measuredTicks([2969, 96_278, 189_627], 0.27)).toEqual([2969, 96_278]);
  });

  it("ladder: no two ticks of the measured sizes stand on each other", () => {
    expect(measuredTicks([4098, 119_989, 4097, 119_989])).toEqual([4097, 119_989]);
    expect(measuredTicks([2969, 96_278, 189_627])).toEqual([2969, 96_278, 189_627]);
  });

  it("comparison: equal samples stand beside each other, none hides another", () => {
    expect(swarmLevels([100, 100, 100, 50], 100, 400)).toEqual([0, 1, -1, 0]);
  });

  it("endurance: every request is a point, failures are crosses on the axis", () => {
    const run = point({kind: "endurance", n_ok: 2, n_failed: 1});
    const [figure] = draw(
      "endurance",
      data({points: [run], requests: [request(0), request(1), request(2, {status: "timeout", e2e_ms: null})]})
    );
    expect(figure?.querySelectorAll('[aria-label="dot"]')).toHaveLength(2);
    expect(figure?.textContent).toContain("2 of 3 requests succeeded");
    expect(figure?.textContent).toContain("no trend: it takes twenty answers");
  });

  it("endurance: the trend is told with its interval and its coverage, and drawn", () => {
    const drift = {
      profile: "small",
      stage: "04-capacity-4k-c1",
      change: 0.1,
      lo: -0.11,
      hi: 0.32,
      coverage: 0.953,
      drift: false
    };
    expect(driftWords(drift)).toBe(
      "trend +10.0\u2009% over the run, 95.3\u2009% [\u221211.0\u2009%, +32.0\u2009%]: no drift"
    );
    const run = data({points: [point({kind: "endurance"})], drifts: [drift]});
    expect(draw("endurance", run)[0]?.querySelectorAll('[aria-label="line"] path')).toHaveLength(1);
  });

  it("endurance: cards whose free memory ends alike share one label", () => {
    const reading = (gpu: string, t_ms: number, free_mib: number) => ({
      profile: "small",
      stage: "04-capacity-4k-c1",
      gpu,
      t_ms,
      free_mib
    });
    const memory = [reading("0", 0, 4400), reading("1", 0, 4400), reading("0", 900, 4315), reading("1", 900, 4315)];
    const [figure] = draw("endurance", data({points: [point({kind: "endurance"})], memory}));
    expect(figure?.textContent).toContain("4315, 2 cards");
  });

  it("concurrency: says which stage gave most", () => {
    const points = [point({}), point({stage: "06-capacity-4k-c4", concurrency: 4, output_tok_s: 147.535})];
    expect(draw("concurrency", data({points}))[0]?.textContent).toContain("The most is 147.5 tok/s, at C4, by small");
  });

  it("marks every chart of simulated evidence", () => {
    for (const name of Object.keys(CAMPAIGN_CHARTS))
      for (const figure of draw(name, data({simulated: true}))) {
        expect(figure.className).toBe("chart simulated");
        expect(figure.textContent).toContain("simulated");
      }
  });

  it.each(Object.keys(CAMPAIGN_CHARTS))("%s: draws nothing without data", (name) => {
    expect(draw(name, data({points: [], requests: [], reserve: [], comparisons: []}))).toEqual([]);
  });

  it("fits the width it is given", () => {
    for (const name of Object.keys(CAMPAIGN_CHARTS))
      for (const figure of draw(name, data(), 358))
        for (const svg of figure.querySelectorAll("svg"))
          expect(Number(svg.getAttribute("width"))).toBeLessThanOrEqual(358);
  });
});

describe("spread", () => {
  it("names a line that ends early beside its end only where the whole name fits", () => {
    expect(hasRoom(100, "131k-adaptive", 300, 310)).toBe(true);
    expect(hasRoom(250, "131k-adaptive", 300, 310)).toBe(false);
    expect(hasRoom(300, "x", 300, 310)).toBe(false);
    expect(labelRoom(["a".repeat(20), "b"], 330)).toBe(138);
    expect(labelRoom(["short"], 960)).toBe(51);
  });

  it("concurrency: names the profile at each line only where there are several", () => {
    const labels = (given: CampaignData) =>
      draw("concurrency", given).flatMap((figure) =>
        [...figure.querySelectorAll("svg > g > text")].map((t) => t.textContent)
      );
    const one = [point({}), point({concurrency: 4, stage: "05-capacity-4k-c4", output_tok_s: 200})];
    expect(labels(data({points: one})).join()).not.toContain("small");
    expect(labels(data({points: [...one, point({profile: "large", concurrency: 2})]})).join()).toContain("small");
  });

  it("keeps the order and leaves the gap between labels", () => {
    const out = spread([10, 11, 12, 50], 13);
    expect(out[3]).toBeCloseTo(50, 6);
    expect((out[1] ?? 0) - (out[0] ?? 0)).toBeGreaterThan(12.9);
    expect((out[2] ?? 0) - (out[1] ?? 0)).toBeGreaterThan(12.9);
  });
});
