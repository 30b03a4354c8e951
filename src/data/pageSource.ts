import type {Html} from "./html.js";

/** Front matter, HTML blocks and at most one cell: a page as Framework reads it. */
export function pageSource(title: string, blocks: (Html | null)[], cell: string | null): string {
  const body = blocks.filter((block) => block !== null && block.source !== "").map((block) => block?.source ?? "");
  const code = cell === null ? [] : ["```js\n" + cell + "\n```"];
  return [`---\ntitle: ${JSON.stringify(title)}\n---`, ...body, ...code].join("\n\n") + "\n";
}
