import {fontFaces} from "./fonts.js";

const PAGES = [
  ["index", "Campaigns"],
  ["compare", "Compare"],
  ["sql", "SQL"],
  ["guides/index", "Guides"],
  ["method", "Method"],
  ["rely", "Rely on it"]
] as const;

const HEAD = '<link rel="icon" href="data:,">\n<meta name="color-scheme" content="light dark">';
const LAW = "No number without a query, no query without raw evidence, no raw evidence without a hash.";

/**
 * Puts the site's navigation, footer and head around a built page. `path` is the page's, relative to the site (`campaign/x.html`);
 * all links are relative to it. Throws when the page is not one of Framework's.
 */
export function framePage(html: string, path: string): string {
  const up = "../".repeat(path.split("/").length - 1) || "./";
  const here = path.replace(/\.html$/, "");
  const links = PAGES.map(
    ([page, name]) =>
      `<a href="${up}${page}.html"${page === here || (page === "guides/index" && here.startsWith("guides/")) ? ' aria-current="page"' : ""}>${name}</a>`
  );
  const header =
    `<header id="observablehq-header">\n<a class="skip" href="#observablehq-main">Skip to the content</a>` +
    `<nav class="site" aria-label="Site"><a class="home" href="${up}index.html">Assay</a>${links.join("")}</nav>\n</header>\n`;
  const footer = `\n<footer id="observablehq-footer">\n<div>${LAW}</div>\n</footer>`;
  const framed = html
    .replace("</head>", () => `${HEAD}\n${fontFaces(up)}\n</head>`)
    .replace('<div id="observablehq-center">', (open) => `${open}\n${header}`)
    .replace("</main>", (close) => `${close}${footer}`)
    // A block of code scrolls sideways: the keyboard must reach it too.
    .replaceAll("<pre data-language", '<pre tabindex="0" data-language');
  if (!framed.includes(header) || !framed.includes(footer)) throw new Error(`${path} has no place for the navigation`);
  return framed;
}
