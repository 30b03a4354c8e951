import {execFileSync, spawnSync} from "node:child_process";
import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterEach, beforeEach, describe, expect, it} from "vitest";
import {startSimulator, type Simulator} from "../../loaders/simulator/index.js";
import {KillDrill} from "./killDrill.js";

const mayMount = spawnSync("unshare", ["-m", "true"]).status === 0;

let home: string;
let simulator: Simulator;
const mounted: string[] = [];
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "assay-scarce-"));
  simulator = await startSimulator({timeScale: 0.01, seed: 5});
});
afterEach(async () => {
  await simulator.close();
  for (const disk of mounted.splice(0)) execFileSync("umount", [disk]);
  await rm(home, {recursive: true, force: true});
});

/** The drill with its evidence on a disk of its own. */
async function onDisk(size: string): Promise<KillDrill> {
  const drill = new KillDrill(home);
  await drill.prepare(simulator.baseUrl);
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", drill.evidence]);
  mounted.push(drill.evidence);
  return drill;
}

describe.skipIf(!mayMount)("a campaign (needs a user who may mount)", () => {
  it("whose disk fills says so and what to do, and goes on to every planned request once when there is room", async () => {
    const drill = await onDisk("4m");
    await drill.run("", null);
    const [first = ""] = ["2026-01-02-killed"];
    const planned = await drill.measured(first);
    await rm(join(drill.evidence, first), {recursive: true});
    // Room for the first files and some requests only.
    const ballast = join(drill.evidence, ".ballast");
    await writeFile(ballast, Buffer.alloc(4 * 1024 * 1024 - 80 * 1024));
    const full = await drill.run("", null);
    expect(full.code).not.toBe(0);
    expect(full.said).toMatch(/the disk is full/);
    expect(full.said).toMatch(/free some space, then resume the campaign/);
    const found = await drill.campaign();
    expect(found).toBe(first);
    const kept = await drill.measured(first);
    expect(kept.length).toBeLessThan(planned.length);
    await rm(ballast);
    expect(await drill.run(first, null)).toMatchObject({code: 0, said: ""});
    expect(await drill.measured(first)).toEqual(planned);
    expect(await drill.problems(first)).toEqual({sealed: true, problems: []});
  }, 120_000);

  it("whose evidence folder is read-only says so, and leaves nothing", async () => {
    const drill = await onDisk("1m");
    execFileSync("mount", ["-o", "remount,ro", drill.evidence]);
    const ran = await drill.run("", null);
    expect(ran.code).not.toBe(0);
    expect(ran.said).toMatch(/the file system is read-only/);
    expect(ran.said).toMatch(/mount it writable, or give another folder with --evidence DIR/);
    expect(await drill.campaign()).toBeNull();
  }, 120_000);
});

describe("a limit of open files", () => {
  it("of 64 is too low to begin: the command says what to do, and touches nothing", async () => {
    const drill = new KillDrill(home);
    await drill.prepare(simulator.baseUrl);
    const argv = ["loaders/bin.mjs", "loaders", drill.plan, "--evidence", drill.evidence];
    const ran = spawnSync("prlimit", ["--nofile=64:64", process.execPath, ...argv], {encoding: "utf8"});
    expect(ran).toMatchObject({status: 2, stdout: ""});
    expect(ran.stderr).toMatch(/allows 64 open files[\s\S]*nothing was started[\s\S]*ulimit -n 1024/);
    expect(await drill.campaign()).toBeNull();
  }, 120_000);

  it("of 128 is enough for a campaign from its first stage to its seal", async () => {
    const drill = new KillDrill(home, ["prlimit", "--nofile=128:128"]);
    await drill.prepare(simulator.baseUrl);
    expect(await drill.run("", null)).toMatchObject({code: 0, said: ""});
    const campaign = (await drill.campaign()) ?? "";
    expect(await drill.problems(campaign)).toEqual({sealed: true, problems: []});
  }, 120_000);
});
