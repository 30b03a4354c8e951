import {describe, expect, test} from "vitest";
import {binomialTail} from "../../src/analysis/statistics/binomialTail.js";
import {choose} from "../../src/analysis/statistics/binomial.js";
import {exactRank} from "../../src/analysis/statistics/exactRank.js";
import {kthRatio} from "../../src/analysis/statistics/kthRatio.js";
import {median} from "../../src/analysis/statistics/median.js";
import {medianRank} from "../../src/analysis/statistics/medianInterval.js";
import {upperRank} from "../../src/analysis/statistics/percentileBound.js";
import * as s from "../../src/analysis/statistics/index.js";
import {random} from "./random.js";
import {pascal, sum} from "./byCounting.js";

describe("counting", () => {
  test("ways to choose are Pascal's, 0 outside, and right to the last digit below 2^53", () => {
    for (let n = 0; n <= 40; n += 1)
      expect(Array.from({length: n + 1}, (_, k) => choose(n, k))).toEqual(pascal(n).map(Number));
    expect([choose(4, -1), choose(4, 5)]).toEqual([0, 0]);
    expect(choose(60, 30) / 118264581564861424 - 1).toBeCloseTo(0, 12);
    expect(choose(1100, 550)).toBe(Infinity);
  });

  test("the binomial distribution sums to what counting gives", () => {
    const at = (k: number, n: number, p: number) =>
      sum(
        pascal(n)
          .slice(0, Math.max(0, k + 1))
          .map((w, i) => Number(w) * p ** i * (1 - p) ** (n - i))
      );
    for (const p of [0.1, 0.5, 0.93])
      for (let k = -1; k <= 12; k += 1) expect(binomialTail(k, 12, p)).toBeCloseTo(at(k, 12, p), 12);
    expect([binomialTail(0, 3, 0), binomialTail(2, 3, 1), binomialTail(3, 3, 1), binomialTail(-1, 3, 0)]).toEqual([
      1, 0, 1, 0
    ]);
  });
});

describe("order statistics", () => {
  test("a median sorts by size and not as text", () => {
    expect(median([100, 20, 3])).toBe(20);
    expect(median([4, 1, 30, 2])).toBe(3);
    expect(median([])).toBeNaN();
  });

  test("the rank of a median's interval is the largest whose exact coverage is 95 %", () => {
    for (let n = 2; n <= 40; n += 1) {
      const ways = pascal(n);
      const coverage = (j: number) => 1 - (2 * Number(ways.slice(0, j).reduce((t, w) => t + w, 0n))) / 2 ** n;
      const fits = Array.from({length: Math.floor((n + 1) / 2)}, (_, i) => i + 1).filter((j) => coverage(j) >= 0.95);
      const j = fits.at(-1) ?? 1;
      expect(medianRank(n).j, String(n)).toBe(j);
      expect(medianRank(n).coverage).toBeCloseTo(Math.max(0, coverage(j)), 12);
    }
    expect(medianRank(5, 0.3)).toMatchObject({j: 2});
    expect(medianRank(5, 0)).toMatchObject({j: 3, coverage: expect.closeTo(0, 12) as number});
    expect(s.medianInterval([100, 9, 20, 3, 11, 30, 40, 50, 60])).toMatchObject({lo: 9, hi: 60});
  });

  test("the rank of an upper bound is the smallest that covers", () => {
    for (const [n, p] of [
      [29, 90],
      [40, 90],
      [100, 95],
      [500, 99]
    ] as const) {
      const share = p / 100;
      let below = 0;
      let r = 0;
      while (below < 0.95) {
        below += Math.exp(
          sum(Array.from({length: r}, (_, i) => Math.log((n - i) / (i + 1)))) +
            r * Math.log(share) +
            (n - r) * Math.log(1 - share)
        );
        r += 1;
      }
      expect(upperRank(n, p)?.r, `${n}, p${p}`).toBe(r);
      expect(upperRank(n, p)?.coverage).toBeCloseTo(below, 9);
    }
    expect(upperRank(28, 90)).toBeNull();
    const values = [...Array.from({length: 39}, (_, i) => 200 - 5 * i), 1000];
    expect(s.percentileBound(values, 90)).toMatchObject({lo: null, hi: 1000});
    expect(s.percentileBound([...values].reverse(), 90)).toMatchObject({lo: null, hi: 1000});
    expect(s.percentileBound(values, 50)).toEqual(s.medianInterval(values));
    expect(s.percentileBound(values, 50)?.lo).toBeGreaterThan(0);
    expect(s.percentileBound([...values.slice(1), NaN], 90)).toBeNull();
    expect(s.percentileBound([...values.slice(1), NaN], 50)).toBeNull();
  });

  test("an exact rank takes what reaches the level, but for the last bits, and goes to the middle", () => {
    const p = Float64Array.of(0.02, 0.03, 0.9, 0.03, 0.02);
    expect(exactRank(p)).toEqual({j: 1, coverage: 0.96});
    expect(exactRank(p, 0.9)).toMatchObject({j: 2, coverage: expect.closeTo(0.9, 12) as number});
    expect(exactRank(p, 0.9 + 1e-13).j).toBe(2);
    expect(exactRank(p, 0.9 + 1e-11).j).toBe(1);
    expect(exactRank(Float64Array.of(0.25, 0.25, 0.25, 0.25), 0)).toEqual({j: 2, coverage: 0});
    expect(exactRank(Float64Array.of(0.6, 0.4))).toEqual({j: 1, coverage: 0});
  });

  test("the k-th of many ratios is the one that sorting finds", () => {
    const draw = random(3);
    for (const [n, m] of [
      [3, 4],
      [64, 64],
      [64, 65],
      [70, 90]
    ] as const) {
      const ascending = (count: number) =>
        Array.from({length: count}, () => 1 + Math.floor(draw() * 40)).sort((a, b) => a - b);
      const [b, c] = [ascending(n), ascending(m)];
      const all = c.flatMap((x) => b.map((y) => x / y)).sort((x, y) => x - y);
      for (const k of [1, 2, Math.ceil((n * m) / 2), n * m - 1, n * m]) expect(kthRatio(b, c, k)).toBe(all[k - 1]);
    }
  });
});
