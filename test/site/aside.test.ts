import {describe, expect, it} from "vitest";
import {aside, putAsides, takeAsides} from "../../src/data/aside.js";
import {html} from "../../src/data/html.js";

describe("asides", () => {
  it("leave the source and come back into the built page where they stood", () => {
    const page = html`<p>a</p>
      ${aside(html`<p>b</p>`)}
      <p>c</p>
      ${aside(html`<p>d</p>`)}`.source;
    const {source, asides} = takeAsides(page);
    const bare = (text: string) => text.replace(/\s*\n\s*/g, "");
    expect(bare(source)).toBe('<p>a</p><div data-aside="0"></div><p>c</p><div data-aside="1"></div>');
    expect(bare(putAsides(source, asides))).toBe("<p>a</p><p>b</p><p>c</p><p>d</p>");
  });

  it("cannot be opened, closed or placed by text", () => {
    const text = '<!--aside-->$&<!--/aside--><div data-aside="0"></div>';
    const {source, asides} = takeAsides(
      html`<p>${text}</p>
        ${aside(html`<i>${text} $& $1</i>`)}`.source
    );
    expect(asides).toHaveLength(1);
    expect(source.match(/<div data-aside/g)).toHaveLength(1);
    expect(putAsides(source, asides).match(/<i>/g)).toHaveLength(1);
  });

  it("must each find a place", () => {
    expect(() => putAsides("<p></p>", ["<b>x</b>"])).toThrow(/1 parts, but 0 places/);
  });
});
