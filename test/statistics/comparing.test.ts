import {describe, expect, test} from "vitest";
import {binomialTail} from "../../src/analysis/statistics/binomialTail.js";
import {mannWhitneyP} from "../../src/analysis/statistics/mannWhitneyP.js";
import {mannWhitneyRank} from "../../src/analysis/statistics/mannWhitneyRank.js";
import {median} from "../../src/analysis/statistics/median.js";
import {normalCdf} from "../../src/analysis/statistics/normalCdf.js";
import {exactRank} from "../../src/analysis/statistics/exactRank.js";
import {signedRankDistribution} from "../../src/analysis/statistics/signedRankInterval.js";
import {ratioInterval} from "../../src/analysis/statistics/ratioInterval.js";
import {compareSamples} from "../../src/analysis/statistics/compareSamples.js";
import * as s from "../../src/analysis/statistics/index.js";
import {random} from "./random.js";
import {choices, sum} from "./byCounting.js";

describe("Mann and Whitney", () => {
  test("p counts the ways to deal the pooled midranks, with ties and without", () => {
    const draw = random(5);
    for (let round = 0; round < 60; round += 1) {
      const arm = () =>
        Array.from({length: 1 + Math.floor(draw() * 4)}, () => 1 + Math.floor(draw() * (round % 2 === 0 ? 4 : 1000)));
      const [a, b] = [arm(), arm()];
      const pooled = [...a, ...b];
      const rank = (v: number) => sum(pooled.map((o) => (o < v ? 1 : o === v ? 0.5 : 0))) + 0.5;
      const distance = (places: number[]) =>
        Math.abs(sum(places.map((i) => rank(pooled[i] ?? NaN))) - (a.length * (pooled.length + 1)) / 2);
      const seen = distance(a.map((_, i) => i));
      const all = [...choices(a.length, pooled.length)].map(distance);
      expect(mannWhitneyP(a, b)?.p, JSON.stringify([a, b])).toBeCloseTo(
        all.filter((d) => d >= seen - 1e-9).length / all.length,
        12
      );
      expect(mannWhitneyP(a, b)?.exact).toBe(true);
    }
  });

  test("p of an empty arm, or of what is not a number, is null", () => {
    for (const [a, b] of [
      [[], [1]],
      [[1], []],
      [[NaN], [1]],
      [[1], [NaN]],
      [
        [1, NaN],
        [2, 3]
      ],
      [[], []]
    ] as const)
      expect(mannWhitneyP(a, b)).toBeNull();
  });

  test("the approximation says so, joins the exact one, and gives 1 where all is tied", () => {
    const arm = (n: number, shift: number) => Array.from({length: n}, (_, i) => ((i * 7) % 23) + shift);
    const [exact, near] = [mannWhitneyP(arm(50, 0), arm(50, 3)), mannWhitneyP(arm(51, 0), arm(50, 3))];
    expect([exact?.exact, near?.exact]).toEqual([true, false]);
    expect(Math.abs((near?.p ?? 0) / (exact?.p ?? 1) - 1)).toBeLessThan(0.3);
    expect(mannWhitneyP(Array<number>(51).fill(4), Array<number>(50).fill(4))).toEqual({p: 1, exact: false});
  });

  test("beyond, ties take from the deviation what dealing the midranks themselves has less of", () => {
    const draw = random(31);
    const [n, m] = [60, 70];
    const pooled = Array.from({length: n + m}, () => Math.floor(draw() * 4));
    const ranks = pooled.map(
      (v) => pooled.filter((w) => w < v).length + (pooled.filter((w) => w === v).length + 1) / 2
    );
    const mean = sum(ranks) / (n + m);
    // Variance of a sum drawn without replacement.
    const spread = sum(ranks.map((r) => (r - mean) ** 2));
    const deviation = Math.sqrt((n * m * spread) / ((n + m) * (n + m - 1)));
    const far = Math.abs(sum(ranks.slice(0, n)) - n * mean) - 0.5;
    expect(mannWhitneyP(pooled.slice(0, n), pooled.slice(n))).toEqual({
      p: expect.closeTo(2 * normalCdf(-far / deviation), 12) as number,
      exact: false
    });
  });

  test("the rank of a ratio's interval is the largest whose counted coverage is 95 %", () => {
    for (let n = 1; n <= 5; n += 1)
      for (let m = 1; m <= 5; m += 1) {
        // U of a deal: pairs in which the first arm's rank is the larger.
        const us = [...choices(n, n + m)].map((places) => sum(places) - (n * (n - 1)) / 2);
        const coverage = (j: number) => 1 - (2 * us.filter((u) => u <= j - 1).length) / us.length;
        const fits = Array.from({length: Math.floor((n * m + 1) / 2)}, (_, i) => i + 1).filter(
          (j) => coverage(j) >= 0.95
        );
        const j = fits.at(-1) ?? 1;
        const rank = mannWhitneyRank(n, m);
        expect(rank, `${n} v ${m}`).toMatchObject({j, exact: true});
        expect(rank.coverage).toBeCloseTo(Math.max(0, coverage(j)), 12);
      }
    expect(mannWhitneyRank(4, 7)).toEqual(mannWhitneyRank(7, 4));
    expect(mannWhitneyRank(4, 7)).not.toEqual(mannWhitneyRank(4, 8));
  });

  test("beyond 10,000 pairs the rank is approximate, says so, and is the exact one's neighbour", () => {
    expect(mannWhitneyRank(100, 100).exact).toBe(true);
    const near = mannWhitneyRank(101, 100);
    expect(near.exact).toBe(false);
    expect(near.coverage).toBeGreaterThanOrEqual(0.95);
    expect(near.coverage).toBeLessThan(0.9505);
    expect(Math.abs(near.j / mannWhitneyRank(100, 100).j - 1)).toBeLessThan(0.02);
    // One value against very many: no rank reaches 95 %, as Tchebychev's own arm shows; the widest interval is left.
    expect(mannWhitneyRank(1, 10_001)).toMatchObject({j: expect.any(Number) as number, exact: false});
  });
});

describe("ratios", () => {
  test("of unsorted arms and of very large and very small values are their geometric middle", () => {
    expect(ratioInterval([100, 20, 3], [9, 1000, 50])).toMatchObject({lo: 9 / 100, hi: 1000 / 3, ratio: 3});
    expect(ratioInterval([1e200, 1e200], [1e-1, 1e-1])?.ratio).toBeCloseTo(0, 12);
    expect((ratioInterval([1e200, 1e200], [1, 4])?.ratio ?? 0) / 2e-200).toBeCloseTo(1, 12);
    expect((ratioInterval([1e-200, 1e-200], [1, 4])?.ratio ?? 0) / 2e200).toBeCloseTo(1, 12);
    expect(ratioInterval([1], [1, 4])?.ratio).toBe(2);
    expect(ratioInterval([1], [2, 2])?.ratio).toBe(2);
    for (const bad of [[], [0], [-1], [NaN], [Infinity], [1, 0]]) {
      expect(ratioInterval(bad, [1])).toBeNull();
      expect(ratioInterval([1], bad)).toBeNull();
    }
  });

  test("of more ratios than are sorted are the same, in whatever order the values come", () => {
    const draw = random(21);
    const arm = () => Array.from({length: 70}, () => 1 + draw() * 99);
    const [b, c] = [arm(), arm()];
    const ratios = c.flatMap((x) => b.map((y) => x / y)).sort((x, y) => x - y);
    const {j} = mannWhitneyRank(70, 70);
    const at = (k: number) => ratios[k - 1];
    expect(ratioInterval(b, c)).toMatchObject({lo: at(j), hi: at(4901 - j)});
    expect(ratioInterval(b, c)?.ratio).toBeCloseTo(median(ratios), 3);
  });

  test("of more than 150 pairs have the rank that the exact distribution gives, give or take few", () => {
    for (const [n, few] of [
      [151, 1],
      [400, 2]
    ] as const) {
      const pairs = Array.from({length: n}, (_, i) => ({baseline: 1, candidate: Math.exp(Math.sqrt(i + 1))}));
      const roots = pairs.map((_, i) => Math.sqrt(i + 1));
      const walsh = roots.flatMap((x, i) => roots.slice(i).map((y) => (x + y) / 2)).sort((x, y) => x - y);
      const found = s.signedRankInterval(pairs);
      const rank = 1 + walsh.findIndex((w) => Math.abs(w - Math.log(found?.lo ?? NaN)) < 1e-12);
      const exact = exactRank(signedRankDistribution(n));
      expect(Math.abs(rank - exact.j), `${n}: ${rank} beside ${exact.j}`).toBeLessThanOrEqual(few);
      expect(found?.coverage).toBeCloseTo(exact.coverage, 3);
    }
    const most = Array.from({length: 2000}, (_, i) => ({baseline: 1, candidate: 1 + i}));
    expect(s.signedRankInterval(most)?.n).toBe(2000);
  });

  test("a p is exact to 10,000 pairs without ties and to 2,500 with", () => {
    const from = (first: number, n: number) => Array.from({length: n}, (_, i) => first + i);
    const exact = (n: number, m: number, tied: boolean) => mannWhitneyP(from(0, n), from(tied ? 5 : 0.5, m))?.exact;
    expect([exact(100, 100, false), exact(100, 101, false)]).toEqual([true, false]);
    expect([exact(50, 50, true), exact(50, 51, true)]).toEqual([true, false]);
  });

  test("of pairs: the middle of all Walsh averages, and the rank that sign patterns give", () => {
    const draw = random(8);
    for (let n = 1; n <= 9; n += 1) {
      const pairs = Array.from({length: n}, () => ({baseline: 1 + draw() * 9, candidate: 1 + draw() * 9}));
      const logs = pairs.map((p) => Math.log(p.candidate / p.baseline));
      const walsh = logs.flatMap((x, i) => logs.slice(i).map((y) => (x + y) / 2)).sort((x, y) => x - y);
      const ts = Array.from({length: 2 ** n}, (_, signs) => sum(logs.map((_, i) => ((signs >> i) & 1) * (i + 1))));
      const coverage = (j: number) => 1 - (2 * ts.filter((t) => t <= j - 1).length) / ts.length;
      const fits = walsh.map((_, i) => i + 1).filter((j) => 2 * j <= walsh.length + 1 && coverage(j) >= 0.95);
      const j = fits.at(-1) ?? 1;
      const found = s.signedRankInterval(pairs);
      expect(found?.coverage).toBeCloseTo(Math.max(0, coverage(j)), 12);
      expect(Math.log(found?.lo ?? NaN)).toBeCloseTo(walsh[j - 1] ?? NaN, 12);
      expect(Math.log(found?.hi ?? NaN)).toBeCloseTo(walsh[walsh.length - j] ?? NaN, 12);
      expect(Math.log(found?.ratio ?? NaN)).toBeCloseTo(median(walsh), 12);
      expect(found).toMatchObject({n, exact: true});
    }
    const many = (n: number) => Array.from({length: n}, (_, i) => ({baseline: 1, candidate: 1 + (i % 5) / 10}));
    expect([150, 151].map((n) => s.signedRankInterval(many(n))?.exact)).toEqual([true, false]);
    expect(s.signedRankInterval(many(151))?.coverage).toBeGreaterThanOrEqual(0.95);
    expect(s.signedRankInterval(many(151))?.coverage).toBeLessThan(0.952);
    expect(s.signedRankInterval(many(2001))).toBeNull();
    const good = {baseline: 1, candidate: 2};
    for (const bad of [
      {baseline: 0, candidate: 1},
      {baseline: 1, candidate: 0},
      {baseline: -1, candidate: -2},
      {baseline: 1, candidate: Infinity},
      {baseline: NaN, candidate: 1}
    ])
      expect(s.signedRankInterval([good, bad])).toBeNull();
  });
});

describe("what is said", () => {
  test("of a comparison names the arm at fault, what cannot be excluded, and what n can", () => {
    const reason = (...args: Parameters<typeof compareSamples>) => compareSamples(...args).reason;
    expect(reason([], [1])).toBe("the baseline arm has no values");
    expect(reason([1], [])).toBe("the candidate arm has no values");
    expect(reason([1, 0], [1])).toBe(
      "the baseline arm holds a value that is missing, zero or negative: no ratio exists"
    );
    expect(reason([1], [NaN])).toBe(
      "the candidate arm holds a value that is missing, zero or negative: no ratio exists"
    );
    expect(reason([1, 2, 3], [1, 2, 4])).toBe("cannot exclude a ratio from 0.333 to 4.000 (coverage 90.0 %)");
    expect(reason([1, 2, 3], [1, 2, 4], {floor: 1.5})).toBe(
      "cannot exclude a ratio from 0.333 to 4.000 (coverage 90.0 %); an A/A run differs by up to 1.500"
    );
    expect(reason([1, 2, 3], [10, 20, 30])).toBe("3 v 3 cannot give p below 0.10, and 0.050 is needed: 4 v 4 can");
    expect(reason([1, 2, 3], [10, 20, 30], {family: 2})).toBe(
      "3 v 3 cannot give p below 0.10, and 0.025 is needed: 5 v 5 can"
    );
    const [slow, fast] = [
      [1, 2, 3, 4],
      [10, 20, 30, 40]
    ];
    expect(compareSamples(slow, fast)).toMatchObject({word: "faster", reason: null});
    // The family's first step multiplies p; an adjusted p that is given stands instead.
    const [five, more] = [
      [...slow, 5],
      [...fast, 50]
    ];
    expect(compareSamples(five, more, {family: 6}).word).toBe("faster");
    expect(compareSamples(five, [4.5, ...fast], {family: 4}).word).toBe("no evidence");
    expect(compareSamples(five, more, {holm_p: 0.2}).word).toBe("no evidence");
    expect(compareSamples([], [1])).toMatchObject({
      ratio: null,
      lo: null,
      hi: null,
      coverage: null,
      min_p: null,
      p: null
    });
  });

  test("of an A/A run needs two boots an arm and a ratio, and tells that the host moved either way", () => {
    expect(s.aaFloor([1, 2], [1])).toBeNull();
    expect(s.aaFloor([1], [1, 2])).toBeNull();
    expect(s.aaFloor([0, 1], [1, 2])).toBeNull();
    expect(s.aaFloor([120, 121, 122, 123], [100, 101, 102, 103])).toMatchObject({moved: true});
    expect(s.aaFloor([10, 10], [20, 20])).toMatchObject({floor: 2, lo: 2, hi: 2});
    expect(s.aaFloor([20, 20], [10, 10])).toMatchObject({floor: 2, lo: 0.5, hi: 0.5});
  });

  test("of a protected metric takes the margin itself as kept", () => {
    const say = (lo: number, hi: number, better: "higher" | "lower") => s.nonInferiority({lo, hi}, 0.5, better);
    expect([say(0.5, 1, "higher"), say(0.3, 0.5, "higher"), say(0.3, 0.49, "higher"), say(0.3, 1.2, "higher")]).toEqual(
      ["holds", "cannot tell", "worse", "cannot tell"]
    );
    expect([
      say(1, 1.5, "lower"),
      say(1.5, 2, "lower"),
      say(1.51, 2, "lower"),
      say(0.4, 1.6, "lower"),
      say(1.2, 1.6, "lower")
    ]).toEqual(["holds", "cannot tell", "worse", "cannot tell", "cannot tell"]);
  });

  test("of the smallest p and of the n that is needed holds at the limit", () => {
    expect([s.minP(3, 0), s.minP(0, 0), s.minP(1, 1)]).toEqual([null, null, 1]);
    expect([s.needs(1, 2 / 70), s.needs(1, 2 / 70 - 1e-9), s.needs(0)]).toEqual([4, 5, 4]);
  });

  test("of a pass rate is the share at which so many passes have 5 %", () => {
    for (const [k, n] of [
      [1, 3],
      [2, 3],
      [7, 12],
      [59, 60]
    ] as const)
      expect(1 - binomialTail(k - 1, n, s.clopperPearsonLower(k, n) ?? NaN)).toBeCloseTo(0.05, 10);
    expect(s.clopperPearsonLower(1, 1)).toBeCloseTo(0.05, 12);
    expect(s.clopperPearsonLower(3, 4, 0.8)).toBeCloseTo(0.4175, 3);
    for (const [k, n] of [
      [1.5, 3],
      [1, 3.5],
      [-1, 3],
      [4, 3],
      [0, 0]
    ] as const)
      expect(s.clopperPearsonLower(k, n)).toBeNull();
  });

  test("of free memory rests on the last two thirds in order of time", () => {
    const sample = (hour: number, free: number) => ({t_ms: hour * 3_600_000, free_mib: free});
    const run = (frees: number[]) => frees.map((free, hour) => sample(hour, free));
    const falling = run([9000, 9000, 9000, 5000, 5000, 5000, 4900, 4900, 4900]);
    const found = {lost_mib: 100, per_day_mib: 800, leaking: false};
    expect(s.memoryTrend(falling, 4100)).toEqual(found);
    expect(s.memoryTrend(falling, 4101)).toEqual({...found, leaking: true});
    expect(s.memoryTrend([...falling].reverse(), 4100)).toEqual(found);
    expect(s.memoryTrend(run([1, 1, 1, 564, 564, 564, 500, 500, 500]), 4000)).toMatchObject({
      lost_mib: 64,
      leaking: false
    });
    expect(s.memoryTrend(falling.slice(1), 0)).toBeNull();
    expect(
      s.memoryTrend(
        falling.map((one) => ({...one, t_ms: 5})),
        0
      )
    ).toBeNull();
    const gaining = run([9000, 9000, 9000, 4900, 4900, 4900, 5000, 5000, 5000]);
    expect(s.memoryTrend(gaining, 9000)).toEqual({lost_mib: -100, per_day_mib: -800, leaking: false});
  });

  test("of drift is the slope over ten blocks, either way, and beyond the limit only", () => {
    const line = Array.from({length: 20}, (_, i) => i + 1);
    const drift = s.theilSenDrift(line);
    // Blocks 1.5, 3.5, ... 19.5: two a block, over a middle of 10.5.
    expect(drift).toMatchObject({
      lo: expect.closeTo(20 / 10.5, 12) as number,
      hi: expect.closeTo(20 / 10.5, 12) as number,
      drift: true
    });
    expect(drift?.change).toBeCloseTo(20 / 10.5, 12);
    expect(drift?.coverage).toBeGreaterThanOrEqual(0.95);
    expect(s.theilSenDrift([...line].reverse())).toMatchObject({
      change: expect.closeTo(-20 / 10.5, 12) as number,
      drift: true
    });
    expect(s.theilSenDrift(line, 2)?.drift).toBe(false);
    expect(s.theilSenDrift(line.map((v) => -v))?.change).toBeCloseTo(-20 / 10.5, 12);
    expect(s.theilSenDrift(line.slice(1))).toBeNull();
    for (const bad of [NaN, Infinity]) expect(s.theilSenDrift([...line, bad])).toBeNull();
    expect(s.theilSenDrift(Array<number>(20).fill(0))).toBeNull();
    expect(s.theilSenDrift(Array<number>(20).fill(3))).toMatchObject({change: 0, drift: false});
  });

  test("of drift is the middle of all slopes, with the interval that counting orders gives", () => {
    // Orders of 10 by their inversions (Mahonian numbers), counted in whole numbers.
    let orders = [1n];
    for (let size = 2n; size <= 10n; size += 1n)
      orders = Array.from({length: orders.length + Number(size) - 1}, (_, d) =>
        orders.slice(Math.max(0, d - Number(size) + 1), d + 1).reduce((t, w) => t + w, 0n)
      );
    const coverage = (j: number) => 1 - (2 * sum(orders.slice(0, j).map(Number))) / sum(orders.map(Number));
    const j = Math.max(...orders.map((_, i) => i + 1).filter((k) => 2 * k <= 46 && coverage(k) >= 0.95));
    const draw = random(12);
    for (const n of [20, 37, 90]) {
      const values = Array.from({length: n}, (_, i) => 5 + draw() * 4 + (n === 37 ? -i / 20 : 0));
      const block = (b: number) => values.slice(Math.round((b * n) / 10), Math.round(((b + 1) * n) / 10));
      const blocks = Array.from({length: 10}, (_, b) => median(block(b)));
      const slopes = blocks.flatMap((x, a) => blocks.slice(a + 1).map((y, d) => (y - x) / (d + 1)));
      slopes.sort((x, y) => x - y);
      const change = (slope: number | undefined) => ((slope ?? NaN) * 10) / median(blocks);
      const drift = s.theilSenDrift(values);
      expect(drift?.change).toBeCloseTo(change(slopes[22]), 12);
      expect(drift?.lo).toBeCloseTo(change(slopes[j - 1]), 12);
      expect(drift?.hi).toBeCloseTo(change(slopes[45 - j]), 12);
      expect(drift?.coverage).toBeCloseTo(coverage(j), 12);
    }
  });

  test("of drift is no drift where the interval reaches 0 or the change only reaches the limit", () => {
    const step = Array.from({length: 20}, (_, i) => (i < 10 ? 1 : 2));
    expect(s.theilSenDrift(step)).toMatchObject({lo: 0, drift: false});
    expect(s.theilSenDrift([...step].reverse())).toMatchObject({hi: expect.closeTo(0, 12) as number, drift: false});
    expect(s.theilSenDrift(step)?.change).toBeGreaterThan(0.5);
    const line = Array.from({length: 20}, (_, i) => i + 1);
    const {change} = s.theilSenDrift(line) ?? {change: NaN};
    expect(s.theilSenDrift(line, change)?.drift).toBe(false);
    expect(s.theilSenDrift(line, change - 1e-9)?.drift).toBe(true);
  });

  test("of the normal distribution agrees with tables at both of its formulas and their seam", () => {
    for (const [z, p] of [
      [-1, 0.15865525393145707],
      [-3, 0.0013498980316300957],
      [-3.5, 2.3262907903552502e-4],
      [-3.6, 1.591085901575336e-4],
      [-10, 7.61985302416052e-24]
    ] as const) {
      expect(normalCdf(z) / p - 1).toBeCloseTo(0, 11);
      expect(normalCdf(-z)).toBeCloseTo(1 - p, 14);
    }
    expect(normalCdf(-3.5355339) / normalCdf(-3.535534)).toBeCloseTo(1, 6);
    expect([normalCdf(-40), normalCdf(40), normalCdf(NaN)]).toEqual([0, 1, NaN]);
  });
});
