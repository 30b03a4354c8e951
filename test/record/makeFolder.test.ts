import {mkdtemp, stat, writeFile} from "node:fs/promises";
import {existsSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {describe, expect, it} from "vitest";
import {makeFolder} from "../../loaders/record/makeFolder.js";

describe("makeFolder", () => {
  it("makes a folder and those above it, and leaves one that is there", async () => {
    const path = join(await mkdtemp(join(tmpdir(), "assay-folder-")), "a", "b", "c");
    await makeFolder(path);
    await makeFolder(path);
    expect((await stat(path)).isDirectory()).toBe(true);
  });

  it("says so where a file stands in the way", async () => {
    const root = await mkdtemp(join(tmpdir(), "assay-folder-"));
    await writeFile(join(root, "file"), "x");
    await expect(makeFolder(join(root, "file"))).rejects.toMatchObject({code: "ENOTDIR"});
    await expect(makeFolder(join(root, "file", "below"))).rejects.toMatchObject({code: "ENOTDIR"});
  });

  it.skipIf(!existsSync("/proc/self"))("ends where a file system makes no folders", async () => {
    await expect(makeFolder("/proc/assay-evidence/below")).rejects.toMatchObject({code: "ENOENT"});
  });
});
