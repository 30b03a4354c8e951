import {describe, expect, it} from "vitest";
import {framePage} from "../../loaders/cli/build/framePage.js";

const built =
  '<html><head></head><body><div id="observablehq-center"><main id="observablehq-main">$& $1</main></div></body></html>';

describe("framePage", () => {
  it("links relative to the page, so that any prefix will do", () => {
    expect(framePage(built, "sql.html")).toContain('<a href="./index.html">Campaigns</a>');
    expect(framePage(built, "campaign/a.html")).toContain('<a href="../index.html">Campaigns</a>');
  });

  it("tells which page this is, once", () => {
    expect(framePage(built, "sql.html").match(/aria-current="page">SQL/g)).toHaveLength(1);
    expect(framePage(built, "campaign/a.html")).not.toContain("aria-current");
  });

  it("keeps the page's own text as it is, between header and footer", () => {
    const framed = framePage(built, "rely.html");
    expect(framed).toContain("$& $1");
    expect(framed.indexOf("</header>")).toBeLessThan(framed.indexOf("<main"));
    expect(framed.indexOf("</main>")).toBeLessThan(framed.indexOf("<footer"));
  });

  it("refuses what is no page of the report", () => {
    expect(() => framePage("<p></p>", "x.html")).toThrow(/no place for the navigation/);
  });
});
