import {readdir, readFile, stat} from "node:fs/promises";
import {dirname, join, relative, resolve} from "node:path";

const LINK = /<a\s[^>]*?href="([^"]*)"/g;
const ID = /\sid="([^"]*)"/g;

/** Pages whose fragments name what is drawn in the browser: a request, a notebook's cells, a choice of profiles. */
const DRAWN = /^(request\/|sql\.html|compare\.html)/;

/** An attribute's value without its character references. */
const plain = (attribute: string) =>
  attribute
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

/**
 * Links of a built report that lead nowhere, each as `page -> href`: a file that is not there, a fragment that the page does
 * not have, or another site. Framework's own check does not know encoded fragments.
 */
export async function brokenLinks(site: string): Promise<string[]> {
  const pages = (await readdir(site, {recursive: true})).filter((name) => name.endsWith(".html"));
  const text = new Map<string, string>();
  for (const page of pages) text.set(page, await readFile(join(site, page), "utf8"));
  const ids = new Map(
    [...text].map(([page, html]) => [page, new Set([...html.matchAll(ID)].map(([, id]) => plain(id ?? "")))])
  );
  const files = new Map<string, boolean>();
  const isFile = async (path: string) => {
    const known =
      files.get(path) ??
      (await stat(join(site, path)).then(
        (s) => s.isFile(),
        () => false
      ));
    files.set(path, known);
    return known;
  };
  const broken: string[] = [];
  for (const [page, html] of text) {
    for (const [, href = ""] of html.matchAll(LINK)) {
      const link = plain(href);
      const [path = "", ...rest] = link.split("#");
      const target = path === "" ? page : relative(site, resolve(site, dirname(page), decode(path)));
      const fragment = decode(rest.join("#"));
      const leaves = /^([a-z]+:|\/)/i.test(path) || target.startsWith("..");
      if (
        leaves ||
        !(await isFile(target)) ||
        (fragment !== "" && !DRAWN.test(target) && ids.get(target)?.has(fragment) === false)
      )
        broken.push(`${page} -> ${link}`);
    }
  }
  return broken;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
