import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterEach, beforeEach, expect, test} from "vitest";
import {serveFolder} from "../../loaders/cli/serveFolder.js";
import {Problem} from "../../src/schema/problem.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-serve-"));
  await writeFile(join(folder, "index.html"), "<p>report</p>");
});
afterEach(() => rm(folder, {recursive: true, force: true}));

test("serves a folder on loopback, and nothing outside it", async () => {
  const server = await serveFolder(folder, 0);
  try {
    expect(new URL(server.url).hostname).toBe("127.0.0.1");
    expect(await (await fetch(server.url)).text()).toBe("<p>report</p>");
    expect((await fetch(`${server.url}missing.html`)).status).toBe(404);
    expect((await fetch(`${server.url}..%2f..%2fetc%2fpasswd`)).status).toBe(404);
  } finally {
    await server.close();
  }
});

test("a taken port says which, and what to do", async () => {
  const server = await serveFolder(folder, 0);
  try {
    const refused = serveFolder(folder, Number(new URL(server.url).port));
    await expect(refused).rejects.toBeInstanceOf(Problem);
    await expect(refused).rejects.toMatchObject({code: "port-taken", next: expect.stringContaining("--port")});
  } finally {
    await server.close();
  }
});
