import {describe, expect, it} from "vitest";
import {delayPercentile} from "../../loaders/host/client/delayPercentile.js";

const ticks = (n: number, ...late: number[]) => Float64Array.from({length: n}, (_, i) => late[i] ?? 0);

describe("the delay that one byte in a hundred exceeds", () => {
  it("is unknown without a tick, and nothing where no tick was late", () => {
    expect(delayPercentile(ticks(0), 2, 0.01)).toBeNull();
    expect(delayPercentile(ticks(50), 2, 0.01)).toBe(0);
  });

  it("forgives a short spike in a long time, whatever share of the ticks it is", () => {
    // 3 ms of 303: a byte in a hundred waited at all.
    expect(delayPercentile(ticks(150, 3), 2, 0.01)).toBe(0);
  });

  it("gives a stall the weight of its length", () => {
    // 100 ms watched with 20 of them held up: 1 ms may be beyond x, so x is 19.
    expect(delayPercentile(ticks(40, 20), 2, 0.01)).toBeCloseTo(19, 12);
    // Two stalls of 20 ms and 10 ms in 200 ms: beyond 18 ms lie 2 ms of the first.
    expect(delayPercentile(ticks(85, 10, 20), 2, 0.01)).toBeCloseTo(18, 12);
    // Four of 5 ms in 100 ms: beyond x lie 4 (5 - x) = 1 ms.
    expect(delayPercentile(ticks(40, 5, 5, 5, 5), 2, 0.01)).toBeCloseTo(4.75, 12);
  });

  it("agrees with bytes that arrive at every hundredth of a millisecond", () => {
    const late = Array.from({length: 200}, (_, i) => (i * 7919) % 13);
    const waits: number[] = [];
    for (const l of late) for (let t = 0; t < 100 * (l + 2); t += 1) waits.push(Math.max(0, l - t / 100));
    waits.sort((a, b) => a - b);
    const counted = waits[Math.ceil(0.99 * waits.length) - 1] ?? NaN;
    expect(delayPercentile(Float64Array.from(late), 2, 0.01)).toBeCloseTo(counted, 1);
  });
});
