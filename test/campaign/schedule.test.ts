import {describe, expect, it} from "vitest";
import {schedule} from "../../loaders/campaign/run/schedule.js";
import {Plan} from "../../src/schema/plan.js";

function plan(boots: Record<string, number>, comparisons: {baseline: string; candidate: string; order: string}[] = []) {
  return Plan.parse({
    lifecycle: "managed",
    campaign: {slug: "x"},
    host: {},
    profiles: Object.entries(boots).map(([profile, n]) => ({profile, boots: n, stages: {}})),
    comparisons: comparisons.map((one, i) => ({
      comparison_id: `c${i}`,
      metric: "decode_tok_s",
      nominal_prompt_tokens: 4096,
      concurrency: 1,
      better: "higher",
      varies: [],
      primary: true,
      protected: [],
      aa: null,
      ...one
    }))
  });
}
const names = (value: Plan) =>
  schedule(value)
    .map(({profile, boot}) => `${profile.profile}${boot}`)
    .join(" ");

describe("the order of boots", () => {
  it("takes profiles without a comparison in the plan's order, all boots in a row", () => {
    expect(names(plan({a: 2, b: 1}))).toBe("a1 a2 b1");
  });

  it("lets the arms of a comparison take turns, A B B A", () => {
    expect(names(plan({a: 4, b: 4}, [{baseline: "a", candidate: "b", order: "ABBA"}]))).toBe("a1 b1 b2 a2 a3 b3 b4 a4");
  });

  it("runs A B A B, or as found, when the plan says so", () => {
    expect(names(plan({a: 2, b: 2}, [{baseline: "a", candidate: "b", order: "AB"}]))).toBe("a1 b1 a2 b2");
    expect(names(plan({a: 2, b: 2}, [{baseline: "a", candidate: "b", order: "as-found"}]))).toBe("a1 a2 b1 b2");
  });

  it("joins profiles over several comparisons and leaves the others alone", () => {
    const three = plan({a: 2, x: 1, b: 2, c: 1}, [
      {baseline: "a", candidate: "b", order: "ABBA"},
      {baseline: "b", candidate: "c", order: "ABBA"}
    ]);
    expect(names(three)).toBe("a1 b1 c1 b2 a2 x1");
  });
});
