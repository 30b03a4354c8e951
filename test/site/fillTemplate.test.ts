import {describe, expect, it} from "vitest";
import {fillTemplate, isTemplate} from "../../loaders/cli/build/fillTemplate.js";

describe("fillTemplate", () => {
  it("makes one page a campaign, with its id as text", () => {
    expect(fillTemplate("campaign/template.html", "<title>{campaign} | Assay</title>", ["a-1", "$&<b>"])).toEqual([
      {path: "campaign/a-1.html", page: "<title>a-1 | Assay</title>"},
      {path: "campaign/$&<b>.html", page: "<title>&#36;&#38;&#60;b&#62; | Assay</title>"}
    ]);
  });

  it("refuses a template with no place for the id, or with several", () => {
    expect(() => fillTemplate("campaign/template.html", "<p></p>", ["a"])).toThrow(/no one place/);
    expect(() => fillTemplate("campaign/template.html", "{campaign}{campaign}", ["a"])).toThrow(/no one place/);
  });

  it("takes only the two templates for one", () => {
    expect(
      ["campaign/template.html", "request/template.html", "guides/template.html", "campaign/x.html"].map(isTemplate)
    ).toEqual([true, true, false, false]);
  });
});
