import {describe, expect, it} from "vitest";
import {comparisonSentence} from "../../src/analysis/comparisonSentence.js";
import {sampleDecision} from "../support/sampleDecision.js";

const [sample] = sampleDecision().comparisons;
if (!sample) throw new Error("the sample decision has no comparison");
const plain = {
  ...sample,
  ratio: 1.4,
  lo: 1.2,
  hi: 2.5,
  coverage: 0.9,
  n_baseline: 3,
  n_candidate: 3,
  word: "faster" as const,
  exploratory: null
};

describe("a comparison in one sentence", () => {
  it("names the rows that its word rests on", () => {
    expect(comparisonSentence(plain, {profiles: []})).toContain(
      "ratio 1.400 [1.200, 2.500], coverage 90 %, 3 v 3 requests: faster"
    );
    const rest = {n_baseline: 2, n_candidate: 2, p50_ratio: 1.3, ratio: 1.3, lo: 1.1, hi: 1.5, coverage: 0.67};
    expect(comparisonSentence({...plain, exploratory: rest}, {profiles: []})).toContain(
      "3 v 3 requests; judged without the rows that a finding set aside, 1.300 [1.100, 1.500], 2 v 2 requests: faster"
    );
    expect(comparisonSentence({...plain, exploratory: {...rest, ratio: null}}, {profiles: []})).toContain(
      "3 v 3 requests, and none without the rows that a finding set aside: faster"
    );
  });
});
