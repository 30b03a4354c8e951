import {describe, expect, it} from "vitest";
import {guidePage, guidePages} from "../../loaders/cli/build/guidePages.js";

/** What stands outside of code. */
const prose = (markdown: string) => markdown.replace(/^(`{3,})[\s\S]*?^\1$/gm, "").replace(/(`+)[^`][\s\S]*?\1/g, "");

describe("a guide's text", () => {
  it("keeps a name in angle brackets as text, and leaves code alone", async () => {
    const page = await guidePage("# T\n\n<profile>/<stage>, `<a>` and\n\n```sh\ncat <x> `y\n```\n\nthen <b>\n");
    expect(page).toContain("&lt;profile>/&lt;stage>, `<a>` and");
    expect(page).toContain("cat <x> `y");
    expect(page).toContain("then &lt;b>");
  });

  it("holds nothing, in any guide, that a browser would take for a tag", async () => {
    for (const [name, text] of Object.entries(await guidePages()))
      expect({name, tags: prose(text).match(/<[a-z!/]/gi) ?? []}).toEqual({name, tags: []});
  });
});
