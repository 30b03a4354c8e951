import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {compareSamples} from "../../src/analysis/statistics/compareSamples.js";
import {kthRatio, kthRatioByBisection} from "../../src/analysis/statistics/kthRatio.js";
import {mannWhitneyP} from "../../src/analysis/statistics/mannWhitneyP.js";
import {mannWhitneyRank} from "../../src/analysis/statistics/mannWhitneyRank.js";
import {median} from "../../src/analysis/statistics/median.js";
import {ratioInterval} from "../../src/analysis/statistics/ratioInterval.js";
import {normal, random} from "./random.js";

const arm = fc.array(fc.double({min: 0.01, max: 1e6, noNaN: true}), {minLength: 1, maxLength: 9});
const settings = {seed: 8, numRuns: 300};
const close = (a: number, b: number) => expect(Math.abs(a / b - 1)).toBeLessThan(1e-9);

describe("the ratio and its interval", () => {
  test("scaling both arms leaves them", () => {
    fc.assert(
      fc.property(arm, arm, fc.double({min: 1e-3, max: 1e3, noNaN: true}), (b, c, scale) => {
        const plain = ratioInterval(b, c);
        const scaled = ratioInterval(
          b.map((v) => v * scale),
          c.map((v) => v * scale)
        );
        if (!plain || !scaled) throw new Error("positive samples have a ratio");
        close(scaled.ratio, plain.ratio);
        close(scaled.lo, plain.lo);
        close(scaled.hi, plain.hi);
        expect(scaled.coverage).toBe(plain.coverage);
      }),
      settings
    );
  });

  test("swapping the arms inverts them and leaves p", () => {
    fc.assert(
      fc.property(arm, arm, (b, c) => {
        const there = compareSamples(b, c);
        const back = compareSamples(c, b);
        close(there.ratio ?? NaN, 1 / (back.ratio ?? NaN));
        close(there.lo ?? NaN, 1 / (back.hi ?? NaN));
        close(there.hi ?? NaN, 1 / (back.lo ?? NaN));
        close(there.p ?? NaN, back.p ?? NaN);
        expect(there.word === "faster").toBe(back.word === "slower");
      }),
      settings
    );
  });

  test("permuting rows changes nothing", () => {
    fc.assert(
      fc.property(arm, arm, fc.nat(), (b, c, turn) => {
        const rotate = (v: number[]) => [...v.slice(turn % v.length), ...v.slice(0, turn % v.length)].reverse();
        expect(compareSamples(rotate(b), rotate(c))).toEqual(compareSamples(b, c));
      }),
      settings
    );
  });

  test("the ratio lies within its interval, and p is never below min_p", () => {
    fc.assert(
      fc.property(arm, arm, (b, c) => {
        const {ratio, lo, hi, p, min_p} = compareSamples(b, c);
        expect((lo ?? NaN) <= (ratio ?? NaN) * (1 + 1e-12) && (ratio ?? NaN) <= (hi ?? NaN) * (1 + 1e-12)).toBe(true);
        expect((p ?? NaN) * (1 + 1e-12)).toBeGreaterThanOrEqual(min_p ?? NaN);
      }),
      settings
    );
  });

  test("identical samples give ratio 1 and no evidence", () => {
    expect(compareSamples([5, 5, 5, 5, 5], [5, 5, 5, 5, 5])).toMatchObject({
      ratio: 1,
      lo: 1,
      hi: 1,
      p: 1,
      word: "no evidence"
    });
  });

  test("bisection over the bits finds the same order statistics as sorting", () => {
    const draw = random(3);
    const b = Array.from({length: 40}, () => Math.exp(4 * draw() - 2)).sort((x, y) => x - y);
    const c = Array.from({length: 30}, () => Math.exp(4 * draw() - 2)).sort((x, y) => x - y);
    for (const k of [1, 2, 17, 600, 601, 1199, 1200]) expect(kthRatioByBisection(b, c, k)).toBe(kthRatio(b, c, k));
  });

  test("10,000 v 10,000 values are compared without holding their ratios, by a stated approximation", () => {
    const draw = normal(random(5));
    const b = Array.from({length: 10_000}, () => Math.exp(draw()));
    const c = Array.from({length: 10_000}, () => 1.1 * Math.exp(draw()));
    const interval = ratioInterval(b, c);
    expect(interval?.exact).toBe(false);
    expect(interval?.coverage).toBeCloseTo(0.95, 4);
    expect(interval?.lo).toBeGreaterThan(1.05);
    expect(interval?.hi).toBeLessThan(1.15);
    expect(compareSamples(b, c).word).toBe("faster");
  });

  test("the normal approximation takes over without a step: 100 v 100 exact against 101 v 100", () => {
    const exact = mannWhitneyRank(100, 100);
    const approximate = mannWhitneyRank(101, 100);
    expect(exact.exact).toBe(true);
    expect(approximate.exact).toBe(false);
    expect(Math.abs(exact.j / 10_000 - approximate.j / 10_100)).toBeLessThan(0.001);
    expect(Math.abs(exact.coverage - approximate.coverage)).toBeLessThan(0.0005);
  });
});

describe("coverage by simulation", () => {
  test.each([3, 4, 5, 6, 7, 8])("of n = %i within a point of what is printed (10,000 draws)", (n) => {
    const draw = normal(random(100 + n));
    const sample = (scale: number) => Array.from({length: n}, () => scale * Math.exp(0.2 * draw()));
    let covered = 0;
    let printed = 0;
    for (let i = 0; i < 10_000; i++) {
      const interval = ratioInterval(sample(1), sample(1.3));
      if (!interval) throw new Error("positive samples have a ratio");
      printed = interval.coverage;
      if (interval.lo <= 1.3 && 1.3 <= interval.hi) covered++;
    }
    expect(Math.abs(covered / 10_000 - printed)).toBeLessThan(0.01);
  });
});

describe("boots that differ as much as requests do", () => {
  test.each([4, 5, 6])("%i an arm, of one server, say faster or slower in at most 5 percent of runs", (boots) => {
    const draw = normal(random(40 + boots));
    // A boot's value is the median of its requests; boots differ by as much as the requests within one.
    const boot = () => {
      const level = Math.exp(0.05 * draw());
      return median(Array.from({length: 6}, () => level * Math.exp(0.05 * draw())));
    };
    const campaign = () => Array.from({length: boots}, boot);
    let alarms = 0;
    for (let i = 0; i < 10_000; i++) {
      const said = compareSamples(campaign(), campaign()).word;
      if (said === "faster" || said === "slower") alarms++;
    }
    // min_p is the exact rate here; a simulation of 10,000 strays by less than 0.7 points.
    expect(alarms / 10_000).toBeLessThanOrEqual(0.05);
    expect(alarms).toBeGreaterThan(0);
  });
});

describe("Mann-Whitney p", () => {
  test("equals full enumeration of the deals, with and without ties", () => {
    const value = fc.integer({min: 0, max: 6});
    fc.assert(
      fc.property(
        fc.array(value, {minLength: 1, maxLength: 5}),
        fc.array(value, {minLength: 1, maxLength: 5}),
        (a, b) => {
          close(mannWhitneyP(a, b)?.p ?? NaN, enumerated(a, b));
        }
      ),
      settings
    );
  });
});

/** The definition itself: midranks, every way to deal them. */
function enumerated(a: number[], b: number[]): number {
  const pooled = [...a, ...b];
  const rank = (v: number) => pooled.filter((x) => x < v).length + (pooled.filter((x) => x === v).length + 1) / 2;
  const ranks = pooled.map(rank);
  const mean = (a.length * (pooled.length + 1)) / 2;
  const seen = Math.abs(ranks.slice(0, a.length).reduce((t, r) => t + r, 0) - mean);
  let [all, far] = [0, 0];
  for (let mask = 0; mask < 1 << pooled.length; mask++) {
    const dealt = ranks.filter((_, i) => mask & (1 << i));
    if (dealt.length !== a.length) continue;
    all++;
    if (Math.abs(dealt.reduce((t, r) => t + r, 0) - mean) >= seen - 1e-9) far++;
  }
  return far / all;
}
