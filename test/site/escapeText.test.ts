import {describe, expect, it} from "vitest";
import fc from "fast-check";
import {normalizeConfig} from "@observablehq/framework/dist/config.js";
import {parseHtml} from "@observablehq/framework/dist/html.js";
import {parseMarkdown} from "@observablehq/framework/dist/markdown.js";
import {escapeText, html} from "../../src/data/html.js";
import {pageSource} from "../../src/data/pageSource.js";
import {HOSTILE} from "../support/hostileCampaign.js";

const config = normalizeConfig({root: "src"}, "src");
const parse = (...texts: string[]) => {
  const page = parseMarkdown(
    pageSource(
      "t",
      texts.map((text) => html`<div class="box" title="${text}">${text}</div>`),
      null
    ),
    {...config, path: "/t"}
  );
  return {code: page.code, boxes: [...parseHtml(page.body).document.querySelectorAll(".box")]};
};

describe("text in a page", () => {
  it("stays text through Framework's Markdown: no element, no expression, no code comes out of it", () => {
    const texts = [
      ...fc.sample(fc.string({unit: "grapheme", maxLength: 60}), {numRuns: 300, seed: 7}),
      ...fc.sample(fc.stringMatching(/^[<>&"'`${}\n#*_[\]()!|\\/a1-]{0,30}$/), {numRuns: 300, seed: 8}),
      HOSTILE,
      "${1}",
      "```js\nx\n```",
      "\n\n<b>",
      "</div>"
    ];
    const {code, boxes} = parse(...texts);
    expect(code).toEqual([]);
    expect(boxes.length).toBe(texts.length);
    expect(boxes.filter((box) => box.children.length > 0 || box.attributes.length !== 2)).toEqual([]);
  });

  it("keeps what was said, except control characters, which show as their pictures", () => {
    const shown = HOSTILE.replace("\u001b", "\u241b").replace("\u202e", "\ufffd");
    const [box] = parse(HOSTILE).boxes;
    expect(box?.textContent).toBe(shown);
    expect(box?.getAttribute("title")).toBe(shown);
  });

  it("never lets a character with a meaning through", () => {
    expect(escapeText("<&>\"'`$*_[]\\#|~!{}")).toMatch(/^(&#\d+;)+$/);
  });
});
