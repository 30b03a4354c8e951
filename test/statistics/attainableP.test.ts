import {expect, it} from "vitest";
import {compareSamples} from "../../src/analysis/statistics/compareSamples.js";
import {needs} from "../../src/analysis/statistics/needs.js";

const arm = (n: number, from: number) => Array.from({length: n}, (_, i) => from + i / 1000);

// 2 / C(n + m, n) is alpha / family to the digit: 2/40, 2/80, 2/120, 2/160, 2/200.
it.each([
  [1, 39, 1],
  [39, 1, 1],
  [1, 79, 2],
  [1, 119, 3],
  [1, 159, 4],
  [1, 199, 5]
])("a p that equals its limit is within it: %i v %i in a family of %i", (n, m, family) => {
  const said = compareSamples(arm(n, 10), arm(m, 20), {family});
  expect(said.word).toBe("faster");
  expect(said.min_p).toBeCloseTo(0.05 / family, 15);
  expect(said.p).toBeCloseTo(0.05 / family, 15);
});

it("one value fewer is too few", () => {
  expect(compareSamples(arm(1, 10), arm(38, 20)).word).toBe("too few samples");
  expect(compareSamples(arm(1, 10), arm(78, 20), {family: 2}).word).toBe("too few samples");
});

it("the p of a separated pair counts every deal: 3 v 8 is 2 of 165", () => {
  const said = compareSamples(arm(3, 10), arm(8, 20));
  expect(said).toMatchObject({word: "faster", needs: 4});
  expect(said.p).toBeCloseTo(2 / 165, 15);
  // 1 - 2 (1 + 1 + 2) / 165: the largest j that covers 95 % is 3.
  expect(said.coverage).toBeCloseTo(157 / 165, 15);
});

it("needs 4, 5 and 6 for families of 1, 2 to 6 and 7 to 23", () => {
  expect([1, 2, 6, 7, 23, 24].map((family) => needs(family))).toEqual([4, 5, 5, 6, 6, 7]);
});
