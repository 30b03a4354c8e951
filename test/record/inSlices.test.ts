import {describe, expect, it} from "vitest";
import {inSlices} from "../../loaders/record/inSlices.js";

/** Keeps the thread busy for at least a slice. */
function spin(): void {
  const until = performance.now() + 1;
  while (performance.now() < until);
}

describe("work in slices", () => {
  it("keeps the order, and lets the event loop turn between slices", async () => {
    let turns = 0;
    let on = true;
    const turn = () => {
      turns += 1;
      if (on) setImmediate(turn);
    };
    setImmediate(turn);
    const seen: number[] = [];
    const results = await inSlices([1, 2, 3, 4], (n) => {
      seen.push(turns);
      spin();
      return n * 2;
    });
    on = false;
    expect(results).toEqual([2, 4, 6, 8]);
    expect(new Set(seen).size).toBe(4);
  });

  it("does short work in one go, and passes on what the work throws", async () => {
    expect(await inSlices([], () => 1)).toEqual([]);
    await expect(
      inSlices([1], () => {
        throw new Error("no");
      })
    ).rejects.toThrow("no");
  });
});
