import {setCurrentDate} from "@observablehq/framework/dist/config.js";
import {existsSync, readdirSync} from "node:fs";
import {join} from "node:path";

// FileAttachment metadata carry the mtime of each loader's output; a fixed date makes two builds byte-identical.
// Not in preview, where the mtimes tell what has changed.
if (process.argv.includes("build")) setCurrentDate(new Date(0));

/** Folder that `npm run build` fills before it calls Framework: one process computes all page data, loaders only print it. */
const pages = process.env["ASSAY_PAGES"] ?? "src/.observablehq/pages";
process.env["ASSAY_PAGES"] = pages;
if (!existsSync(join(pages, "guides")))
  throw new Error(`${pages} is not filled: run "npm run build" once, it computes what the pages show`);
const guides = readdirSync(join(pages, "guides")).map((name) => name.replace(/\.md$/, ""));

export default {
  root: "src",
  output: process.env["ASSAY_OUT"] ?? "dist",
  base: process.env["ASSAY_BASE"] ?? "/",
  title: "Assay",
  style: "style.css",
  globalStylesheets: [], // the default asks a font host
  preserveExtension: true, // links to page.html, so that any static server will do
  preserveIndex: true,
  // Framework parses head, header and footer anew for every page; the build writes them itself (loaders/cli/build/framePage.ts).
  head: null,
  header: null,
  footer: null,
  sidebar: false,
  toc: false,
  pager: false,
  typographer: false,
  linkify: false,
  duckdb: {extensions: {json: null, parquet: null}}, // the only value that stops the download of extensions
  pages: [],
  async *dynamicPaths() {
    for (const guide of guides) yield `/guides/${guide}`;
    // One page of each kind, whatever the number of campaigns: the build makes each campaign's of it (loaders/cli/build/fillTemplate.ts).
    yield* ["/campaign/template", "/request/template"];
  }
};
