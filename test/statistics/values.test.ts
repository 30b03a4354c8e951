import {describe, expect, test} from "vitest";
import * as s from "../../src/analysis/statistics/index.js";
import {normalCdf} from "../../src/analysis/statistics/normalCdf.js";
import {signedRankDistribution} from "../../src/analysis/statistics/signedRankInterval.js";
import {normal, random} from "./random.js";

describe("statistics of the design (8.2)", () => {
  test("min_p: 3 v 3: 0.10; 4 v 4: 0.029; 5 v 5: 0.0079", () => {
    expect(s.minP(3, 3)).toBe(0.1);
    expect(s.minP(4, 4)).toBeCloseTo(2 / 70, 15);
    expect(s.minP(5, 5)).toBeCloseTo(2 / 252, 15);
    expect(s.minP(0, 3)).toBeNull();
  });

  test("needs: a family of 1: 4; 2 to 6: 5; 7 to 23: 6", () => {
    expect([1, 2, 6, 7, 23, 24].map((m) => s.needs(m))).toEqual([4, 5, 5, 6, 6, 7]);
  });

  test("Holm steps down, keeps the order given, and counts what could not be tested", () => {
    expect(s.holm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02]);
    expect(s.holm([0.02, null])).toEqual([0.04, null]);
    expect(s.holm([0.9, 0.9])).toEqual([1, 1]);
  });

  test("median interval: n = 3: 75 %; n = 6: 96.9 %; one value: 0; none: null", () => {
    expect(s.medianInterval([3, 1, 2])).toEqual({lo: 1, hi: 3, coverage: 0.75});
    expect(s.medianInterval([1, 2, 3, 4, 5, 6])?.coverage).toBeCloseTo(0.96875, 12);
    expect(s.medianInterval([7])).toEqual({lo: 7, hi: 7, coverage: 0});
    expect(s.medianInterval([])).toBeNull();
    expect(s.medianInterval([1, NaN])).toBeNull();
  });

  test("Clopper-Pearson lower bound: 5 of 5: 54.9 %; 6 of 6: 60.7 %; 15 of 15: 81.9 %; 60 of 60: 95.1 %", () => {
    expect(s.clopperPearsonLower(5, 5)).toBeCloseTo(0.549, 3);
    expect(s.clopperPearsonLower(6, 6)).toBeCloseTo(0.607, 3);
    expect(s.clopperPearsonLower(15, 15)).toBeCloseTo(0.819, 3);
    expect(s.clopperPearsonLower(60, 60)).toBeCloseTo(0.951, 3);
    // 9 of 10: 0.6058 in Clopper and Pearson's chart.
    expect(s.clopperPearsonLower(9, 10)).toBeCloseTo(0.6058, 4);
    expect(s.clopperPearsonLower(0, 10)).toBe(0);
    expect(s.clopperPearsonLower(0, 0)).toBeNull();
    expect(s.clopperPearsonLower(3, 2)).toBeNull();
  });

  test("a percentile has a 95 % bound from n = 6 (p50), 29 (p90), 59 (p95), 299 (p99)", () => {
    const from = (p: number) =>
      Array.from({length: 300}, (_, n) => n).find((n) => s.percentileBound(Array(n).fill(1), p));
    expect([50, 90, 95, 99].map(from)).toEqual([6, 29, 59, 299]);
    const values = Array.from({length: 59}, (_, i) => i + 1);
    expect(s.percentileBound(values.slice(0, 28), 90)).toBeNull();
    expect(s.percentileBound(values.slice(0, 29), 90)).toMatchObject({hi: 29});
    expect(s.percentileBound(values, 95)?.hi).toBe(59);
    expect(s.percentileBound(values, 50)?.coverage).toBeGreaterThanOrEqual(0.95);
    expect(s.percentileBound(values, 99)).toBeNull();
  });

  test("the A/A floor is max(hi, 1/lo), needs 2 v 2 boots, and tells when the host moved", () => {
    expect(s.aaFloor([100], [101, 102])).toBeNull();
    const floor = s.aaFloor([100, 102], [101, 99]);
    expect(floor?.floor).toBeCloseTo(Math.max(floor?.hi ?? 0, 1 / (floor?.lo ?? 1)), 12);
    expect(floor?.moved).toBe(false);
    expect(s.aaFloor([100, 101, 102, 103], [120, 121, 122, 123])?.moved).toBe(true);
  });

  test("non-inferiority holds, is worse, or cannot be told", () => {
    expect(s.nonInferiority({lo: 0.96, hi: 1.2}, 0.05, "higher")).toBe("holds");
    expect(s.nonInferiority({lo: 0.8, hi: 0.9}, 0.05, "higher")).toBe("worse");
    expect(s.nonInferiority({lo: 0.9, hi: 1.2}, 0.05, "higher")).toBe("cannot tell");
    expect(s.nonInferiority({lo: 0.9, hi: 1.04}, 0.05, "lower")).toBe("holds");
    expect(s.nonInferiority({lo: 1.06, hi: 1.2}, 0.05, "lower")).toBe("worse");
    expect(s.nonInferiority(null, 0.05, "lower")).toBe("cannot tell");
  });

  test("words come in the order of the design", () => {
    const base = {
      interval: {lo: 1.2, hi: 1.4},
      floor: null,
      min_p: 0.008,
      holm_p: 0.008,
      family: 1,
      better: "higher"
    } as const;
    expect(s.word(base)).toBe("faster");
    expect(s.word({...base, better: "lower"})).toBe("slower");
    expect(s.word({...base, interval: null, min_p: null, holm_p: null})).toBe("not comparable");
    expect(s.word({...base, interval: null})).toBe("not comparable");
    expect(s.word({...base, min_p: null})).toBe("not comparable");
    expect(s.word({...base, holm_p: null})).toBe("no evidence");
    expect(s.word({...base, interval: {lo: 0.9, hi: 1.4}, min_p: 0.1})).toBe("no evidence");
    expect(s.word({...base, floor: 1.2})).toBe("no evidence");
    expect(s.word({...base, interval: {lo: 0.5, hi: 0.8}, floor: 1.25})).toBe("no evidence");
    expect(s.word({...base, interval: {lo: 0.5, hi: 0.79}, floor: 1.25})).toBe("slower");
    expect(s.word({...base, min_p: 0.1})).toBe("too few samples");
    expect(s.word({...base, min_p: 0.029, family: 2})).toBe("too few samples");
    expect(s.word({...base, holm_p: 0.06})).toBe("no evidence");
  });

  test("a paired ratio has the exact signed-rank interval", () => {
    const pairs = [1.1, 1.2, 1.15, 1.3, 1.05, 1.25].map((ratio, i) => ({
      baseline: 10 * (i + 1),
      candidate: 10 * (i + 1) * ratio
    }));
    const paired = s.signedRankInterval(pairs);
    // n = 6: T has 2^6 equally likely sign patterns; j = 1 covers 1 - 2/64.
    expect(paired?.coverage).toBeCloseTo(1 - 2 / 64, 12);
    expect(paired?.lo).toBeCloseTo(1.05, 12);
    expect(paired?.hi).toBeCloseTo(1.3, 12);
    expect(s.signedRankInterval([])).toBeNull();
    expect(s.signedRankInterval([{baseline: 0, candidate: 1}])).toBeNull();
    const distribution = signedRankDistribution(4);
    expect([...distribution].map((p) => p * 16)).toEqual([1, 1, 1, 2, 2, 2, 2, 2, 1, 1, 1]);
  });

  test("drift needs an interval without 0 and a change above 5 %", () => {
    const noise = normal(random(9));
    const run = (slope: number) => Array.from({length: 60}, (_, i) => 100 * (1 + (slope * i) / 60) + 0.3 * noise());
    expect(s.theilSenDrift(run(0.2))?.drift).toBe(true);
    expect(s.theilSenDrift(run(0.2))?.change).toBeCloseTo(0.2 / 1.1, 1);
    expect(s.theilSenDrift(run(0.02))?.drift).toBe(false);
    expect(s.theilSenDrift(run(0))?.drift).toBe(false);
    expect(s.theilSenDrift([1, 2, 3])).toBeNull();
  });

  test("free memory leaks when the last third lost more than 64 MiB and a day would break the reserve", () => {
    const series = (lost: number) =>
      Array.from({length: 90}, (_, i) => ({t_ms: i * 60_000, free_mib: 5000 - (i * lost) / 90}));
    expect(s.memoryTrend(series(300), 3072)?.leaking).toBe(true);
    expect(s.memoryTrend(series(60), 3072)?.leaking).toBe(false);
    expect(s.memoryTrend(series(300), -100_000)?.leaking).toBe(false);
    expect(s.memoryTrend([], 3072)).toBeNull();
  });

  test("the coverage table holds 3 v 3 at 90 % and 6 v 6 at 95.9 %", () => {
    const table = s.coverageTable(8);
    expect(table).toHaveLength(64);
    expect(table.find((r) => r.n === 3 && r.m === 3)).toMatchObject({j: 1, coverage: 0.9});
    expect(table.find((r) => r.n === 6 && r.m === 6)?.coverage).toBeCloseTo(0.9588744588744589, 12);
    expect(table.find((r) => r.n === 1 && r.m === 1)).toMatchObject({j: 1, coverage: 0, min_p: 1});
  });

  test("the normal distribution function agrees with tables", () => {
    expect(normalCdf(1.959963984540054)).toBeCloseTo(0.975, 12);
    expect(normalCdf(-4)).toBeCloseTo(3.167124183311986e-5, 14);
    expect(normalCdf(0)).toBe(0.5);
  });
});
