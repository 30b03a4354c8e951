import {describe, expect, it} from "vitest";
import {namesOfPlot} from "../../loaders/cli/build/vendorPlot.js";
import {fontFaces} from "../../loaders/cli/build/fonts.js";
import {simulatedRows} from "../../src/components/sql/simulatedRows.js";
import {shortFact} from "../../src/data/html/gateBoard.js";
import {silentEvents} from "../../src/data/silentEvents.js";

describe("a gate's short fact", () => {
  it("leaves out what stands in brackets, and never a part of a clause", () => {
    expect(shortFact("9 of 9 fields equal (id, image, name); health good; candidate gone")).toBe(
      "9 of 9 fields equal; health good; candidate gone"
    );
    expect(shortFact(`15/15 attempts; ${"x".repeat(120)}`)).toBe("15 of 15 attempts");
  });
});

describe("simulated rows of a result", () => {
  const result = (name: string, value: string) => ({columns: [{name, type: "Utf8"}], rows: [[value]]});
  it("are told where a column names their campaign, and feared where none does", () => {
    expect(simulatedRows(result("campaign_id", "real"), ["sim"])).toBeNull();
    expect(simulatedRows(result("campaign_id", "sim"), ["sim"])).toBe("holds simulated rows");
    expect(simulatedRows(result("n", "3"), ["sim"])).toMatch(/^may hold simulated rows/);
    expect(simulatedRows(result("n", "3"), [])).toBeNull();
  });
});

describe("events without output", () => {
  it("are the role that opens a stream, its usage, and [DONE], each with its time", () => {
    const event = (value: unknown) => `data: ${typeof value === "string" ? value : JSON.stringify(value)}\n\n`;
    const id = "p/04-capacity-4k-c1#0";
    const ms = 1_000_000;
    expect(
      silentEvents([
        [
          id,
          0,
          {
            request: {method: "POST", path: "/v1/chat/completions", body: {stream: true}},
            sent_at: "2026-01-01T00:00:00Z"
          }
        ],
        [id, 1 * ms, {status: 200, headers: {"content-type": "text/event-stream"}}],
        [id, 2 * ms, event({choices: [{index: 0, delta: {role: "assistant", content: ""}}]})],
        [id, 3 * ms, event({choices: [{index: 0, delta: {content: "yes"}}]})],
        [id, 4 * ms, event({choices: [], usage: {prompt_tokens: 9, completion_tokens: 1}}) + event("[DONE]")],
        [id, 5 * ms, {end: "end"}]
      ])
    ).toEqual([
      [2, "role", "role assistant"],
      [4, "usage", "prompt 9, output 1 tokens"],
      [4, "usage", "[DONE]"]
    ]);
  });
});

describe("what the build puts beside Framework", () => {
  it("bundles of Plot what the components use, each once", () => {
    expect(namesOfPlot(["Plot.line(a); Plot.dot(b)", "Plot.line(c) as Plot.TextOptions"])).toEqual(["dot", "line"]);
  });
  it("names fonts relative to the page, so that any prefix will do", () => {
    expect(fontFaces("../")).toContain("src:url(../_fonts/");
    expect(fontFaces("./")).not.toMatch(/url\((?!\.\/_fonts)/);
  });
});
