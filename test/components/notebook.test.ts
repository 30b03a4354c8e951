import {describe, expect, it} from "vitest";
import {explainError} from "../../src/components/sql/explainError.js";
import {cellsFromHash, notebookHref} from "../../src/components/sql/notebookLink.js";
import {QUESTIONS} from "../../src/components/sql/questions.js";
import {columnKinds, defaultChoice} from "../../src/components/sql/resultChart.js";
import {namedOnDemand} from "../../src/components/sql/openDatabase.js";
import {resultCsv} from "../../src/components/sql/resultCsv.js";
import {compareKeys, sortKey} from "../../src/components/sortableTable.js";
import {shortNames} from "../../src/components/shortNames.js";
import {filterCampaigns} from "../../src/components/filterCampaigns.js";
import {visibleText} from "../../src/components/visibleText.js";
import {stageOf} from "../../src/components/request/requestData.js";
import {timelineTitle} from "../../src/components/request/requestView.js";
import {phases} from "../../src/components/request/timeline.js";
import {browserGlobals} from "../support/browserGlobals.js";

describe("the notebook's address", () => {
  it("brings the cells back as they were", () => {
    const cells = ['SELECT "a" FROM t -- 100 %', "select '</script>#&'\n"];
    expect(cellsFromHash(notebookHref(cells))).toEqual(cells);
  });
  it.each(["", "#x", "#cells=", "#cells=%", "#cells=[1]", "#cells={}"])(
    "ignores what is no list of cells: %s",
    (hash) => {
      expect(cellsFromHash(hash)).toBeNull();
    }
  );
});

describe("results", () => {
  const result = {
    columns: [
      {name: "who", type: "Utf8"},
      {name: "n", type: "Float64"}
    ],
    rows: [
      ["a", 1],
      ["=cmd()", 2.5],
      ['say "x"', null]
    ]
  };
  it("leave as CSV with quotes where they are needed and formulas defused", () => {
    expect(resultCsv(result)).toBe('who,n\r\na,1\r\n\'=cmd(),2.5\r\n"say ""x""",\r\n');
  });
  it("are drawn with words against the last number", () => {
    expect(columnKinds(result)).toEqual({numbers: [1], words: [0]});
    expect(defaultChoice(result)).toEqual({x: 0, y: 1});
    expect(defaultChoice({columns: result.columns, rows: []})).toBeNull();
  });
});

describe("tables on demand", () => {
  const table = (name: string, on_demand: boolean) => ({name, about: "", rows: 1, on_demand, columns: []});
  const schema = {tables: [table("requests", false), table("deltas", true)]};
  it.each([
    ["SELECT * FROM Deltas", ["deltas"]],
    ['SELECT * FROM "deltas" JOIN requests USING (request_id)', ["deltas"]],
    ["SELECT output_deltas FROM requests", []]
  ])("are those that %s names", (sql, names) => {
    expect(namedOnDemand(sql, schema)).toEqual(names);
  });
});

describe("explainError", () => {
  it.each([
    ['Parser Error: syntax error at or near "SELEC"', /does not understand/],
    ["Catalog Error: Table with name x does not exist!", /no table or view/],
    ['Binder Error: Referenced column "y" not found', /column of this name/],
    ["Permission Error: file system operations are disabled by configuration", /cannot reach files/],
    ["something else", /refused/]
  ])("says what %s means and keeps the message", (message, words) => {
    expect(explainError(new Error(message))).toEqual({words: expect.stringMatching(words) as unknown, message});
  });
});

describe("worked questions", () => {
  it("are a dozen or more, each different", () => {
    expect(new Set(QUESTIONS.map((q) => q.sql)).size).toBeGreaterThanOrEqual(12);
    expect(new Set(QUESTIONS.map((q) => q.title)).size).toBe(QUESTIONS.length);
  });
});

describe("sorting", () => {
  const cell = (textContent: string, sort?: string) => ({textContent, dataset: sort === undefined ? {} : {sort}});
  it("takes the exact value before the printed one", () => {
    expect(sortKey(cell("16\u2009545 tok/s", "16545.04"))).toBe(16545.04);
    expect(sortKey(cell(""))).toBeNull();
  });
  it("keeps missing values last in both directions", () => {
    for (const direction of [1, -1] as const)
      expect([null, 2, 1].sort((a, b) => compareKeys(a, b, direction)).at(-1)).toBeNull();
  });
});

describe("shortNames", () => {
  it("drops what all names share", () => {
    expect([...shortNames(["m-tp2-131k-nospec", "m-tp2-131k-mtp", "m-tp2-240k-c1-mtp"]).values()]).toEqual([
      "131k-nospec",
      "131k-mtp",
      "240k-c1-mtp"
    ]);
  });
  it("keeps a single name whole and never makes one empty", () => {
    expect([...shortNames(["a-b"]).values()]).toEqual(["a-b"]);
    expect([...shortNames(["a", "a-b"]).values()].every((n) => n !== "")).toBe(true);
  });
});

describe("a request's page", () => {
  it("shows terminal escapes as pictures and keeps line breaks", () => {
    expect(visibleText("\u001b[31m\tred\n\u202ex")).toBe("\u241b[31m\tred\n\ufffdx");
  });
  it("reads profile and stage from the id, and nothing that leads elsewhere", () => {
    expect(stageOf("p.1/04-capacity-4k-c1#12")).toEqual({profile: "p.1", stage: "04-capacity-4k-c1"});
    for (const id of ["../x/04-a#1", "p/../04-a#1", "p/04-a", "#all"]) expect(stageOf(id)).toBeNull();
  });
  it("shades prefill, reasoning and answer", () => {
    expect(
      phases({ttfo_ms: 100, first_reasoning_ms: 100, ttft_ms: 300, last_output_ms: 500}).map((p) => p.name)
    ).toEqual(["prefill", "reasoning", "answer"]);
    expect(phases({ttfo_ms: null, first_reasoning_ms: null, ttft_ms: null, last_output_ms: null})).toEqual([]);
  });
});

describe("timelineTitle", () => {
  it("says when the output began and how long it lasted", () => {
    expect(
      timelineTitle([
        [19.06, "content", "a", 1],
        [20, "content", "b", 1],
        [481.9, "content", "c", 2]
      ])
    ).toBe("First output after 19.06\u2009ms, the last of 3 deltas 462.8\u2009ms later");
    expect(timelineTitle([[19, "content", "a", null]])).toBe("First output after 19\u2009ms, the only delta");
  });
});

describe("filterCampaigns", () => {
  it("leaves the campaigns that hold every typed word, and short lists alone", () => {
    const window = browserGlobals();
    const list = document.createElement("ol");
    document.body.append(list);
    const fill = (n: number) =>
      list.replaceChildren(
        ...Array.from({length: n}, (_, i) =>
          Object.assign(document.createElement("li"), {textContent: `Campaign ${i} GLM`})
        )
      );
    fill(3);
    filterCampaigns(list);
    expect(document.querySelector("input")).toBeNull();
    fill(12);
    filterCampaigns(list);
    const field = document.querySelector("input");
    if (!field) throw new Error("there is no field");
    field.value = "glm 11";
    field.dispatchEvent(new window.Event("input"));
    expect([...list.children].filter((card) => !(card as HTMLElement).hidden).map((card) => card.textContent)).toEqual([
      "Campaign 11 GLM"
    ]);
    expect(document.querySelector(".filter .of")?.textContent).toBe("1 of 12 campaigns");
  });
});
