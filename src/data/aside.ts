import {html, Html} from "./html.js";

const OPEN = "<!--aside-->";
const CLOSE = "<!--/aside-->";
const BETWEEN = new RegExp(`${OPEN}([\\s\\S]*?)${CLOSE}`, "g");
const SLOT = /<div data-aside="(\d+)"><\/div>/g;

/**
 * Marks a part that goes into the page after Framework has built it: Framework parses a page several times, and nearly all
 * of a campaign's page is finished HTML that needs nothing of it. Asides do not nest. Text cannot hold the marks, since
 * `html` writes `<` as a reference.
 */
export function aside(content: Html): Html {
  return html`${new Html(OPEN)}${content}${new Html(CLOSE)}`;
}

/** A page's source with a slot for each aside, and the asides. */
export function takeAsides(source: string): {source: string; asides: string[]} {
  const asides: string[] = [];
  return {
    source: source.replace(BETWEEN, (_, part: string) => `<div data-aside="${asides.push(part) - 1}"></div>`),
    asides
  };
}

/** The built page with its asides in their slots; throws when one has no slot. */
export function putAsides(page: string, asides: string[]): string {
  let put = 0;
  const whole = page.replace(SLOT, (_, i: string) => {
    put += 1;
    return asides[Number(i)] ?? "";
  });
  if (put !== asides.length) throw new Error(`${asides.length} parts, but ${put} places for them in the page`);
  return whole;
}
