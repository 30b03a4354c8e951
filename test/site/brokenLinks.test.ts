import {mkdir, mkdtemp, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {describe, expect, it} from "vitest";
import {brokenLinks} from "../../loaders/cli/build/brokenLinks.js";

async function site(pages: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "assay-links-"));
  await mkdir(join(folder, "campaign"));
  for (const [name, body] of Object.entries(pages)) await writeFile(join(folder, name), body);
  return folder;
}

describe("brokenLinks", () => {
  it("accepts pages, files and fragments that are there", async () => {
    const folder = await site({
      "index.html": '<a href="./campaign/a.html#value=p/s/x">1</a><a class="b" href="#here">2</a><p id="here"></p>',
      "campaign/a.html": '<tr id="value=p/s/x"></tr><a href="../index.html">3</a>'
    });
    expect(await brokenLinks(folder)).toEqual([]);
  });

  it("names each link to a missing page, a missing fragment, another site or the root", async () => {
    const folder = await site({
      "index.html":
        '<a href="./b.html">1</a><a href="#gone">2</a><a href="https://example.com/">3</a><a href="/index.html">4</a><a href="../up.html">5</a>'
    });
    expect((await brokenLinks(folder)).map((b) => b.split(" -> ")[1])).toEqual([
      "./b.html",
      "#gone",
      "https://example.com/",
      "/index.html",
      "../up.html"
    ]);
  });
});
