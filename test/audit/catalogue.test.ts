import {describe, expect, test} from "vitest";
import {RULES} from "../../src/analysis/audit/index.js";
import {report} from "./runRule.js";

const DESIGN = [
  "cache-warm",
  "nominal-prompt",
  "few-samples",
  "short-generation",
  "output-mismatch",
  "degenerate-output",
  "tokens-not-usage",
  "chunk-as-token",
  "decode-basis",
  "warmup-leak",
  "unmatched-arms",
  "order-confounded",
  "spec-depth-changed",
  "survivors-only",
  "collapsed-point",
  "implausible",
  "client-bound",
  "proxy-buffered",
  "clock-throttled",
  "gpu-shared",
  "foreign-traffic",
  "reserve-idle-only",
  "summary-mismatch",
  "uncounted-requests",
  "weak-grader",
  "check-disagrees",
  "arm-not-qualified",
  "missing-evidence",
  "restoration-partial",
  "clock-step"
];

describe("the catalogue of rules", () => {
  test("holds every rule of the design, once, in its order", () => {
    expect(RULES.map((r) => r.id)).toEqual(DESIGN);
  });

  test("says of each why it matters, when it fires and what would settle it", () => {
    for (const rule of RULES)
      for (const text of [rule.title, rule.why, rule.fires, rule.settle])
        expect(text.length, rule.id).toBeGreaterThan(10);
  });

  test("an empty campaign gives no finding and no error", async () => {
    expect((await report(() => undefined)).findings).toEqual([]);
  });
});
