import {describe, expect, it} from "vitest";
import {formatBytes, formatChange, formatInterval, formatNumber} from "../../src/components/formatNumber.js";

const T = "\u2009";

describe("formatNumber", () => {
  it.each([
    [108.56707566336496, "108.6"],
    [93.3469984676811, "93.35"],
    [16545.04470689107, `16${T}545`],
    [3072, "3072"],
    [245760, `245${T}760`],
    [0.6084, "0.608"],
    [0, "0"],
    [-12.5, "\u221212.50"],
    [-0.00001, "\u22121.00e\u22125"],
    [1000000, `1${T}000${T}000`]
  ])("prints %d with at most four significant digits and whole parts whole", (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });

  it("never prints a minus before nothing", () => {
    expect(formatNumber(-0.0004, 1)).not.toMatch(/^\u22120?\.?0*$/);
  });

  it("writes an interval after its coverage", () => {
    expect(formatInterval(108.5, 120.3, 0.75)).toBe(`75${T}% [108.5, 120.3]`);
    expect(formatInterval(1, 2, null)).toBe("[1, 2]");
  });

  it("gives a change its sign", () => {
    expect(formatChange(1.3970668440173595)).toBe(`+39.7${T}%`);
    expect(formatChange(0.716)).toBe(`\u221228.4${T}%`);
    expect(formatChange(1)).toBe(`0.0${T}%`);
  });

  it("writes bytes in thousands", () => {
    expect(formatBytes(999)).toBe(`999${T}B`);
    expect(formatBytes(1234567)).toBe(`1.23${T}MB`);
  });
});
