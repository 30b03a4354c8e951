import {execFileSync} from "node:child_process";
import {createHash} from "node:crypto";
import {cp, mkdtemp, readdir, readFile, stat, symlink} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import {describe, expect, it} from "vitest";
import {writeHostileCampaign} from "../support/hostileCampaign.js";

/** A checkout of its own: the sources and configuration, with the installed packages. */
async function checkout(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "assay-checkout-"));
  for (const name of [
    "src",
    "loaders",
    "configs",
    "docs",
    "test",
    "package.json",
    "tsconfig.json",
    "observablehq.config.ts"
  ])
    await cp(name, join(folder, name), {recursive: true, filter: (path) => !path.includes(".observablehq")});
  await symlink(resolve("node_modules"), join(folder, "node_modules"));
  return folder;
}

/** Path and hash of every file below a folder. */
async function hashes(folder: string): Promise<Record<string, string>> {
  const out: Record<string, string> = {};
  for (const name of (await readdir(folder, {recursive: true})).sort()) {
    if (!(await stat(join(folder, name))).isFile()) continue;
    out[name] = createHash("sha256")
      .update(await readFile(join(folder, name)))
      .digest("hex");
  }
  return out;
}

describe("two builds of the same evidence", {timeout: 300_000}, () => {
  it("from two checkouts in different folders, at different times and in different time zones, are the same bytes", async () => {
    const evidence = await mkdtemp(join(tmpdir(), "assay-evidence-"));
    await writeHostileCampaign(evidence);
    const built = [];
    for (const TZ of ["UTC", "Pacific/Auckland"]) {
      const folder = await checkout();
      const argv = [
        "--import",
        "tsx",
        "loaders/cli.ts",
        "build",
        "--evidence",
        evidence,
        "--out",
        join(folder, "dist")
      ];
      execFileSync(process.execPath, argv, {cwd: folder, env: {...process.env, TZ}, stdio: "pipe"});
      built.push(await hashes(join(folder, "dist")));
    }
    expect(Object.keys(built[0] ?? {}).length).toBeGreaterThan(50);
    expect(built[1]).toEqual(built[0]);
  });
});
