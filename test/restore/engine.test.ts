import {execFile, spawn, type ChildProcess} from "node:child_process";
import {mkdtemp, readdir, readFile, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {promisify} from "node:util";
import type Docker from "dockerode";
import {afterAll, beforeAll, beforeEach, describe, expect, it, vi} from "vitest";
import {RestorationRecord} from "../../src/schema/host.js";
import {withoutEmpty} from "../../loaders/host/containers/withoutEmpty.js";
import {privateEngine, whyNoEngine, type PrivateEngine} from "../support/engine/privateEngine.js";
import {freePort, recipeOf, startIncumbent} from "./support/incumbent.js";

// Bounded, but generous: a machine may be busy with other tests.
vi.setConfig({testTimeout: 300_000, hookTimeout: 120_000});

const why = whyNoEngine();
const ID = "2026-01-02-drill";

describe.skipIf(why !== null)(`with a real container engine${why === null ? "" : ` (${why})`}`, () => {
  let engine: PrivateEngine;
  let root: string;
  let evidence: string;
  let port: number;
  let incumbent: Docker.Container;
  let before: Docker.ContainerInspectInfo;
  let env: NodeJS.ProcessEnv;
  let run = 0;

  beforeAll(async () => {
    engine = await privateEngine();
    root = await mkdtemp(join(tmpdir(), "assay-drill-"));
    port = await freePort();
    incumbent = await startIncumbent(engine, "prod", port);
    before = await incumbent.inspect();
    env = {...engine.env, ASSAY_STATE_DIR: join(root, "state")};
  });

  afterAll(async () => {
    await engine?.remove();
    await rm(root, {recursive: true, force: true});
  });

  beforeEach(() => {
    run += 1;
    evidence = join(root, `evidence-${run}`);
  });

  const tsx = (file: string, ...args: string[]) => ["--import", "tsx", file, ...args];
  const campaign = (silenceS: number | null, arms = [{}, {}]): ChildProcess =>
    spawn(
      process.execPath,
      tsx(
        "test/restore/support/drill.ts",
        JSON.stringify({
          evidence,
          id: ID,
          container: "prod",
          baseUrl: `http://127.0.0.1:${port}`,
          recipes: arms.map((arm, i) => recipeOf(engine, `arm-${i}`, port, arm)),
          silenceS,
          steps: `${evidence}.steps`
        })
      ),
      {env, stdio: ["ignore", "ignore", "pipe"]}
    );
  const ended = (child: ChildProcess) =>
    new Promise<number | null>((done) => (child.exitCode === null ? child.once("exit", done) : done(child.exitCode)));
  const steps = async () => (await readFile(`${evidence}.steps`, "utf8").catch(() => "")).split("\n");
  const until = async <T>(what: () => Promise<T | null | false>, ms = 30_000): Promise<T> => {
    for (const end = Date.now() + ms; ;) {
      const found = await what();
      if (found !== null && found !== false) return found;
      if (Date.now() > end) throw new Error(`did not happen within ${ms} ms`);
      await new Promise((done) => setTimeout(done, 20));
    }
  };
  const restoreCommand = async (): Promise<{code: number; out: string; talk: string}> => {
    const args = tsx("loaders/cli.ts", "restore", ID, "--evidence", evidence);
    try {
      const {stdout, stderr} = await promisify(execFile)(process.execPath, args, {env});
      return {code: 0, out: stdout, talk: stderr};
    } catch (error) {
      const {code, stdout, stderr} = error as {code: number; stdout: string; stderr: string};
      return {code, out: stdout, talk: stderr};
    }
  };
  /** Files with their bytes: what a second restore must leave alone. */
  const folderBytes = async () => {
    const folder = join(evidence, ID);
    const names = (await readdir(folder, {recursive: true, withFileTypes: true})).filter((e) => e.isFile());
    const files = names.map((e) => join(e.parentPath, e.name)).sort();
    return Promise.all(files.map(async (file) => [file, (await readFile(file)).toString("base64")]));
  };
  const expectBack = async () => {
    const after = await incumbent.inspect();
    expect(after.State.Running).toBe(true);
    expect(after.Id).toBe(before.Id);
    expect(withoutEmpty(after.Config)).toEqual(withoutEmpty(before.Config));
    expect(withoutEmpty(after.HostConfig)).toEqual(withoutEmpty(before.HostConfig));
    const others = await engine.docker.listContainers({all: true, filters: {label: ["assay.campaign"]}});
    expect(others).toEqual([]);
  };
  const restoration = async () =>
    RestorationRecord.parse(JSON.parse(await readFile(join(evidence, ID, "restoration.json"), "utf8")));

  it("runs two candidate profiles and gives the same incumbent back, proved field by field", async () => {
    expect(await ended(campaign(null))).toBe(0);
    await expectBack();
    const record = await restoration();
    expect(record).toMatchObject({restored_by: "campaign", health: true, token_generated: true, candidate_gone: true});
    expect(record.fields.filter((f) => f.equal !== true)).toEqual([]);
    expect(record.fields.map((f) => f.field)).toEqual(
      expect.arrayContaining([
        "id",
        "config_sha256",
        "host_config_sha256",
        "env_sha256",
        "shm_bytes",
        "probe incumbent"
      ])
    );
    for (const [, bytes] of await folderBytes())
      expect(Buffer.from(bytes ?? "", "base64").toString("latin1")).not.toContain("planted_secret");
    expect((await restoreCommand()).out).toMatch(/Nothing to restore: prod is back as it was/);
  });

  it("is brought back by `restore` after SIGKILL at any step, and a second restore changes nothing", async () => {
    for (const at of ["snapshotted", "created", "stopped", "ready arm-0"]) {
      const child = campaign(null);
      await until(async () => (await steps()).includes(at));
      child.kill("SIGKILL");
      await ended(child);
      const first = await restoreCommand();
      expect([at, first.code, first.talk]).toEqual([at, 0, first.talk]);
      await expectBack();
      expect((await restoration()).fields.every((f) => f.equal === true)).toBe(true);
      const bytes = await folderBytes();
      const started = (await incumbent.inspect()).State.StartedAt;
      expect((await restoreCommand()).code).toBe(0);
      expect(await folderBytes()).toEqual(bytes);
      expect((await incumbent.inspect()).State.StartedAt).toBe(started);
      run += 1;
      evidence = join(root, `evidence-${run}`);
    }
  });

  it("survives an engine and containers that died at once, as in a power cut", async () => {
    const child = campaign(null);
    await until(async () => (await steps()).includes("ready arm-0"));
    child.kill("SIGKILL");
    await engine.crash();
    await engine.up();
    const {code, talk} = await restoreCommand();
    expect([code, talk]).toEqual([0, talk]);
    await expectBack();
  });

  it("restores when a candidate ignores SIGTERM", async () => {
    const child = campaign(null, [{MODE: "ignore-sigterm"}]);
    expect(await ended(child)).toBe(0);
    await expectBack();
  });
});
