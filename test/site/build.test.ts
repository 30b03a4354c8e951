import {mkdir, mkdtemp, readFile, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {describe, expect, it} from "vitest";
import {main} from "../../loaders/cli.js";
import {quietEffects} from "../support/builtSite.js";

const temporary = () => mkdtemp(join(tmpdir(), "assay-build-"));
const run = async (...argv: string[]) => {
  const effects = quietEffects();
  const code = await main(["build", ...argv], effects);
  return {code, told: effects.told.join("")};
};

describe("build", () => {
  it("never clears a folder that holds something else than an earlier report", async () => {
    const out = await temporary();
    await writeFile(join(out, "thesis.txt"), "years of work");
    const {code, told} = await run("--evidence", await temporary(), "--out", out);
    expect(code).toBe(2);
    expect(told).toMatch(/holds something that is not an earlier report/);
    expect(await readFile(join(out, "thesis.txt"), "utf8")).toBe("years of work");
  });

  it("says in one sentence that the evidence is not there, and leaves the report as it was", async () => {
    const out = join(await temporary(), "dist");
    await mkdir(out);
    await writeFile(join(out, "assay-report.json"), "{}");
    const {code, told} = await run("--evidence", join(out, "nowhere"), "--out", out);
    expect(code).toBe(2);
    expect(told).toMatch(/evidence folder cannot be read/);
    expect(await readFile(join(out, "assay-report.json"), "utf8")).toBe("{}");
  });
});
