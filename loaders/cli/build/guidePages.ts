import {readdir, readFile} from "node:fs/promises";
import {join} from "node:path";
import {PROJECT} from "./projectRoot.js";
import {SCHEMA_NAMES} from "./publishedSchemas.js";

/** Guides for people, written once for the repository's readers and for the report. */
const FOLDER = "docs/guides";

/** A line that is a link to an example and nothing else: the page shows the very file. */
const INCLUDE = /^\[[^\]]*\]\(\.\.\/\.\.\/(test\/guides\/examples\/[\w.-]+)\)$/gm;

/** Languages that Framework would run as cells of the page. */
const RUNS = /^(`{3,})(js|jsx|ts|tsx|sql|html|svg|md|tex|dot|mermaid)$/gm;

/** The report's guides as Framework reads them, by name: those of `docs/guides/`. */
export async function guidePages(): Promise<Record<string, string>> {
  const names = (await readdir(join(PROJECT, FOLDER))).filter((name) => name.endsWith(".md")).sort();
  const pages: Record<string, string> = {};
  for (const name of names)
    pages[name.replace(/\.md$/, "")] = await guidePage(await readFile(join(PROJECT, FOLDER, name), "utf8"));
  return pages;
}

/** A guide's Markdown with its examples put in, no fence that runs, and links that hold in the report. */
export async function guidePage(markdown: string): Promise<string> {
  const examples = new Map<string, string>();
  for (const [, path = ""] of markdown.matchAll(INCLUDE))
    examples.set(path, await readFile(join(PROJECT, path), "utf8"));
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? "Guide";
  const body = markdown
    .replace(INCLUDE, (_, path: string) => `\`${path}\`:\n\n\`\`\`ts\n${examples.get(path)?.trimEnd() ?? ""}\n\`\`\``)
    .replace("<!-- schemas -->", schemaList)
    .replace(RUNS, "$1$2 run=false")
    .replace(/\]\(([a-z-]+)\.md(#[\w-]+)?\)/g, "](./$1.html$2)")
    // Other files of the repository are named; the report does not hold them.
    .replace(/\[([^\]]+)\]\(\.\.\/\.\.\/[^)]+\)/g, "$1");
  return `---\ntitle: ${JSON.stringify(title)}\n---\n\n${withoutTags(body)}`;
}

/** A fence with what it holds, or code in a line: there `<` is text already. */
const CODE = /^(`{3,})[^\n]*\n[\s\S]*?^\1$|(`+)[^`][\s\S]*?\2/gm;

/** `<profile>/<stage>` in a guide's text is text: a guide has no HTML, and a browser would swallow it as tags. */
function withoutTags(markdown: string): string {
  let out = "";
  let from = 0;
  for (const code of markdown.matchAll(CODE)) {
    out += markdown.slice(from, code.index).replaceAll("<", "&lt;") + code[0];
    from = code.index + code[0].length;
  }
  return out + markdown.slice(from).replaceAll("<", "&lt;");
}

const schemaList = () =>
  SCHEMA_NAMES.map(({name, about}) => `- [\`${name}.json\`](../schemas/${name}.json): ${about}`).join("\n");
