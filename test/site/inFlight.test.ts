import {describe, expect, it} from "vitest";
import {inFlight} from "../../src/data/inFlight.js";

describe("inFlight", () => {
  it("keeps the order of the items, whichever ends first, and never runs more than asked at a time", async () => {
    const gates = new Map<number, () => void>();
    let running = 0;
    let most = 0;
    const done = inFlight([0, 1, 2, 3], 2, async (i) => {
      most = Math.max(most, ++running);
      await new Promise<void>((open) => gates.set(i, open));
      running -= 1;
      return i * 10;
    });
    for (const i of [1, 2, 0, 3]) {
      while (!gates.has(i)) await Promise.resolve();
      gates.get(i)?.();
    }
    expect(await done).toEqual([0, 10, 20, 30]);
    expect(most).toBe(2);
  });

  it("stops at the first failure", async () => {
    const seen: number[] = [];
    const work = async (i: number) => {
      seen.push(i);
      if (i === 0) throw new Error("no");
      await Promise.resolve();
    };
    await expect(inFlight([0, 1, 2, 3, 4], 1, work)).rejects.toThrow("no");
    expect(seen).toEqual([0]);
  });

  it("has nothing to do without items", async () => {
    expect(await inFlight([], 2, async () => 1)).toEqual([]);
  });
});
