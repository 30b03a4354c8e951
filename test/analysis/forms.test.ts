import {JSDOM} from "jsdom";
import MarkdownIt from "markdown-it";
import {describe, expect, it} from "vitest";
import {badgeSvg} from "../../src/analysis/forms/badgeSvg.js";
import {decisionMarkdown} from "../../src/analysis/forms/decisionMarkdown.js";
import {junitXml} from "../../src/analysis/forms/junitXml.js";
import {markdownText} from "../../src/analysis/forms/markdownText.js";
import {passes} from "../../src/analysis/passes.js";
import type {Decision} from "../../src/schema/decision.js";
import {sampleDecision} from "../support/sampleDecision.js";

const HOSTILE =
  ' <script>alert(1)</script> ]]> & "q" \u0000\u001b[31m ![i](http://x.example/i.png) | [l](javascript:1) `c` @everyone www.x.example';

const document = (text: string, type: "text/xml" | "image/svg+xml" = "text/xml") =>
  new JSDOM(text, {contentType: type}).window.document;
const number = (element: Element | null, name: string) => Number(element?.getAttribute(name));
const junit = (decision: Decision) => {
  const root = document(junitXml(decision)).documentElement;
  return {root, failures: [...root.querySelectorAll("failure")], skipped: [...root.querySelectorAll("skipped")]};
};
const failing = () =>
  sampleDecision("", {
    selected: null,
    profiles: [
      {profile: "small", outcome: "failed", reason: "preflight failed"},
      {profile: "large", outcome: "policy-infeasible", reason: "reserve"}
    ]
  });

describe("JUnit XML of a decision", () => {
  it("has a suite a profile, a case a gate, and counts that are those of its elements", () => {
    for (const decision of [sampleDecision(), failing(), sampleDecision(HOSTILE)]) {
      const {root} = junit(decision);
      for (const element of [root, ...root.querySelectorAll("testsuite")]) {
        expect(number(element, "tests")).toBe(element.querySelectorAll("testcase").length);
        expect(number(element, "failures")).toBe(element.querySelectorAll("failure").length);
        expect(number(element, "skipped")).toBe(element.querySelectorAll("skipped").length);
      }
      expect(root.querySelectorAll("testcase")).toHaveLength(decision.gates.length + 1);
    }
  });

  it("fails exactly when decide exits 1: a gate that failed in a profile that is not selected is skipped with its reason", () => {
    const good = junit(sampleDecision());
    expect(passes(sampleDecision())).toBe(true);
    expect(good.failures).toHaveLength(0);
    expect(good.skipped.map((one) => one.getAttribute("message"))).toEqual([
      "large is not selected; fail: reserve as the policy asks"
    ]);
    const bad = junit(failing());
    expect(passes(failing())).toBe(false);
    expect(bad.failures.map((one) => one.parentElement?.getAttribute("name"))).toEqual([
      "decision",
      "post-workload reserve"
    ]);
    const empty = sampleDecision("", {selected: null, profiles: [], gates: [], complete: false});
    expect(junit(empty).failures).toHaveLength(1);
  });

  it("counts a required gate that was not run in the selected profile as failed, one that is not required as skipped", () => {
    const notRun = (required: boolean) =>
      sampleDecision("", {
        complete: !required,
        gates: sampleDecision().gates.map((gate) =>
          gate.profile === "small" && gate.gate === "quality" ? {...gate, verdict: "not-run" as const, required} : gate
        )
      });
    expect(junit(notRun(true)).failures.map((one) => one.getAttribute("type"))).toEqual(["decision", "not-run"]);
    expect(junit(notRun(false)).failures).toHaveLength(0);
    expect(junit(notRun(false)).skipped[0]?.getAttribute("message")).toMatch(/^not required; not-run/);
  });

  it("holds any text, and replaces what XML cannot hold", () => {
    const {root} = junit(sampleDecision(HOSTILE));
    const said = root.querySelector("system-out")?.textContent ?? "";
    expect(said).toContain('<script>alert(1)</script> ]]> & "q" \ufffd\ufffd[31m');
    expect(root.querySelectorAll("script")).toHaveLength(0);
  });
});

describe("the Markdown summary of a decision", () => {
  it("shows verdict, gates, profiles, values with their figures, comparisons, findings and the root", () => {
    const text = decisionMarkdown(sampleDecision());
    const html = new MarkdownIt({html: true, linkify: true}).render(text);
    const page = new JSDOM(html).window.document;
    expect(page.querySelector("h2")?.textContent).toBe("The small profile is verified; promotion is not authorised.");
    const [gates, profiles, values] = [...page.querySelectorAll("table")];
    expect(gates?.querySelectorAll("tbody tr")).toHaveLength(7);
    expect(profiles?.textContent).toContain("policy-infeasible");
    expect(values?.textContent).toContain("108.6 tok/s n 3, 75 % [103.1, 119.4] (few-samples)");
    expect(page.body.textContent).toContain(`Root ${"a".repeat(64)}`);
  });

  it("has no heading over nothing", () => {
    const nothing = {profiles: [], gates: [], values: [], comparisons: [], selected: null};
    expect(decisionMarkdown(sampleDecision("", nothing))).not.toMatch(/^### (Gates|Profiles|Values|Comparisons)/m);
    expect(decisionMarkdown(sampleDecision())).toMatch(/^### Gates of small\n\n\| gate/m);
  });

  it("lets no text of a campaign become markup, a link, a picture or a mention", () => {
    const html = new MarkdownIt({html: true, linkify: true}).render(decisionMarkdown(sampleDecision(HOSTILE)));
    const page = new JSDOM(html).window.document;
    expect(page.querySelectorAll("script, img, a, svg, iframe")).toHaveLength(0);
    expect(page.querySelectorAll("table")[0]?.querySelectorAll("tbody tr")).toHaveLength(7);
    expect(decisionMarkdown(sampleDecision(HOSTILE))).not.toMatch(/@everyone|\u0000|\u001b/);
    const rendered = new MarkdownIt({html: true}).render(markdownText("1. one"));
    expect(rendered).toBe("<p>1. one</p>\n");
  });
});

describe("the badge of a decision", () => {
  const shown = (decision: Decision) => {
    const svg = document(badgeSvg(decision), "image/svg+xml").documentElement;
    return {label: svg.getAttribute("aria-label"), source: svg.outerHTML};
  };

  it("is one word, green only for evidence that is real and passes", () => {
    const good = shown(sampleDecision());
    expect(good.label).toBe("assay: verified");
    const bad = shown(failing());
    expect(bad.label).toBe("assay: gates failed");
    expect(shown(sampleDecision("", {promotion_authorized: true})).label).toBe("assay: promoted");
    expect(shown(sampleDecision("", {complete: false})).label).toBe("assay: incomplete");
    const colour = /#007a59/;
    expect([good, bad].map(({source}) => colour.test(source))).toEqual([true, false]);
    expect(colour.test(shown(sampleDecision("", {simulated: true})).source)).toBe(false);
  });
});

it("marks simulated evidence in every form, and real evidence in none", () => {
  for (const simulated of [true, false]) {
    const decision = sampleDecision("", {simulated});
    const {root} = junit(decision);
    const names = [root, ...root.querySelectorAll("testsuite, testcase")].map((one) => one.getAttribute("name") ?? "");
    expect(names.every((name) => name.startsWith("simulated: ") === simulated)).toBe(true);
    expect(decisionMarkdown(decision).includes("**Simulated.**")).toBe(simulated);
    expect(badgeSvg(decision).includes("simulated: verified")).toBe(simulated);
  }
});
