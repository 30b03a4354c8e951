import {describe, expect, it} from "vitest";
import {findingsText, ruleText} from "../../src/analysis/findingsText.js";
import type {Finding} from "../../src/schema/decision.js";

const finding = (rule: string, severity: Finding["severity"], fields: Partial<Finding> = {}): Finding => ({
  rule,
  severity,
  profile: "p",
  stage: "04-capacity-4k-c1",
  detail: `what ${rule} saw`,
  why: "because",
  settle: "measure",
  metrics: ["ttfo_ms"],
  comparison_id: null,
  request_ids: [],
  files: [],
  ...fields
});

describe("findings for a terminal", () => {
  const all = [
    finding("nominal-prompt", "note"),
    finding("cache-warm", "invalidates"),
    finding("short-generation", "weakens", {detail: "x".repeat(500)}),
    finding("cache-warm", "invalidates", {detail: "the second"}),
    finding("short-generation", "invalidates")
  ];

  it("stand one line a rule and severity, the most severe and most frequent first", () => {
    const lines = findingsText("2026-01-02-a", all);
    expect(lines[0]).toBe("Findings: 5 of 3 rules (in full: npm run explain -- 2026-01-02-a RULE)");
    const heads = lines.filter((l) => / x {2}/.test(l)).map((l) => l.trim().split(/\s+/).slice(0, 3).join(" "));
    expect(heads).toEqual([
      "invalidates cache-warm 2",
      "invalidates short-generation 1",
      "weakens short-generation 1",
      "note nominal-prompt 1"
    ]);
    expect(lines[2]).toContain("e.g. what cache-warm saw");
    expect(Math.max(...lines.map((l) => l.length))).toBeLessThan(150);
    expect(findingsText("2026-01-02-a", [])).toEqual(["No findings"]);
  });

  it("of one rule are printed in full, with requests and files", () => {
    const ids = Array.from({length: 20}, (_, i) => `p/s#${i}`);
    const text = ruleText("cache-warm", [
      ...all,
      finding("cache-warm", "weakens", {request_ids: ids, files: ["a.json"]})
    ]);
    expect(text).toContain("the second");
    expect(text).toContain("p/s#11 and 8 more (--json)");
    expect(text).toContain("files     a.json");
    expect(text).not.toContain("nominal-prompt");
    expect(ruleText("clock-step", all)).toContain("It found nothing here.");
  });
});
