import {spawn, type ChildProcess} from "node:child_process";
import {createHash} from "node:crypto";
import {mkdir, mkdtemp, readdir, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import type Docker from "dockerode";
import {afterAll, beforeAll, beforeEach, describe, expect, it, vi} from "vitest";
import {RestorationRecord} from "../../src/schema/host.js";
import {StageRecord} from "../../src/schema/stage.js";
import {RequestRecord} from "../../src/schema/request.js";
import {readRestoreState} from "../../loaders/campaign/restore/readRestoreState.js";
import {withoutEmpty} from "../../loaders/host/containers/withoutEmpty.js";
import {privateEngine, whyNoEngine, type PrivateEngine} from "../support/engine/privateEngine.js";
import {freePort, startIncumbent} from "./support/incumbent.js";
import {planText, recipeText} from "./support/plan.js";

// Bounded, but generous: a machine may be busy with other tests.
vi.setConfig({testTimeout: 300_000, hookTimeout: 120_000});

const why = whyNoEngine();
const ID = "2026-01-07-drill";
/** Random kills; ASSAY_DRILLS=25 for the long run. */
const DRILLS = Number(process.env["ASSAY_DRILLS"] ?? 1);
const PLANTED = ["hf_planted_secret_of_the_incumbent", "planted-key-of-the-operator"];

describe.skipIf(why !== null)(`a managed campaign with a real engine${why === null ? "" : ` (${why})`}`, () => {
  let engine: PrivateEngine;
  let root: string;
  let plan: string;
  let evidence: string;
  let incumbent: Docker.Container;
  let before: Docker.ContainerInspectInfo;
  let env: NodeJS.ProcessEnv;
  let incumbentPort: number;
  let number = 0;
  /** Measured requests of an undisturbed run: `profile prompt`, sorted. */
  let undisturbed: string[] = [];

  beforeAll(async () => {
    engine = await privateEngine();
    root = await mkdtemp(join(tmpdir(), "assay-campaign-"));
    const port = (incumbentPort = await freePort());
    incumbent = await startIncumbent(engine, "prod", port);
    before = await incumbent.inspect();
    for (const arm of ["a", "b"]) await writeFile(join(root, `${arm}.toml`), recipeText(arm, engine.image, port));
    plan = join(root, "plan.toml");
    await writeFile(plan, planText(port));
    env = {...engine.env, ASSAY_STATE_DIR: join(root, "state"), SERVER_KEY: PLANTED[1]};
  });
  afterAll(async () => {
    await engine?.remove();
    await rm(root, {recursive: true, force: true});
  });
  beforeEach(async () => {
    evidence = join(root, `evidence-${(number += 1)}`);
    await mkdir(evidence);
  });

  interface Run {
    child: ChildProcess;
    /** Resolves to the exit code, null after a signal, with what it said. */
    ended: Promise<{code: number | null; said: string}>;
  }
  const command = (args: string[], more: NodeJS.ProcessEnv = {}): Run => {
    const child = spawn(process.execPath, ["--import", "tsx", "loaders/cli.ts", ...args, "--evidence", evidence], {
      env: {...env, ...more},
      stdio: ["ignore", "pipe", "pipe"]
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (piece: Buffer) => (said += piece.toString()));
    const ended = new Promise<{code: number | null; said: string}>((done) =>
      child.on("close", (code) => done({code, said}))
    );
    return {child, ended};
  };
  const campaign = (more: NodeJS.ProcessEnv = {}) =>
    command(["loaders", plan, "--confirm", "--date", "2026-01-07"], more);
  const folder = () => join(evidence, ID);
  const until = async (what: () => Promise<boolean>, ms = 60_000) => {
    for (const end = Date.now() + ms; !(await what().catch(() => false));) {
      if (Date.now() > end) throw new Error(`did not happen within ${ms} ms`);
      await new Promise((done) => setTimeout(done, 20));
    }
  };
  const journalled = async (text: string) => (await readFile(join(folder(), "journal.jsonl"), "utf8")).includes(text);
  const files = async () => {
    const entries = await readdir(folder(), {recursive: true, withFileTypes: true});
    return entries
      .filter((e) => e.isFile())
      .map((e) => join(e.parentPath, e.name))
      .sort();
  };
  const hashes = async () =>
    Promise.all(
      (await files()).map(
        async (f) =>
          `${f} ${createHash("sha256")
            .update(await readFile(f))
            .digest("hex")}`
      )
    );
  const requests = async (): Promise<RequestRecord[]> => {
    const found: RequestRecord[] = [];
    for (const file of (await files()).filter((f) => f.endsWith(".requests.jsonl"))) {
      const lines = (await readFile(file, "utf8")).split("\n").slice(0, -1);
      found.push(...lines.map((line) => RequestRecord.parse(JSON.parse(line))));
    }
    return found;
  };
  /** What each measured request was, once: the incumbent answers the same prompts before and after. */
  const measured = async () =>
    (await requests())
      .filter((r) => r.phase === "measured")
      .map((r) => `${r.profile === "incumbent" ? r.boot_id : r.profile} ${r.stage.slice(3)} ${r.prompt_id ?? ""}`)
      .sort();
  const restoration = async () =>
    RestorationRecord.parse(JSON.parse(await readFile(join(folder(), "restoration.json"), "utf8")));
  const expectBack = async () => {
    const after = await incumbent.inspect();
    expect([after.Id, after.State.Running]).toEqual([before.Id, true]);
    expect(withoutEmpty(after.Config)).toEqual(withoutEmpty(before.Config));
    expect(withoutEmpty(after.HostConfig)).toEqual(withoutEmpty(before.HostConfig));
    expect(await engine.docker.listContainers({all: true, filters: {label: ["assay.campaign"]}})).toEqual([]);
  };
  const expectVerified = async () => {
    const {code, said} = await command(["verify", ID, "--deep"]).ended;
    expect([code, said]).toEqual([0, said]);
  };

  it("says what it would stop, and stops nothing without --confirm", async () => {
    const {code, said} = await command(["loaders", plan]).ended;
    expect([code, said]).toEqual([2, expect.stringContaining("prod")]);
    expect((await incumbent.inspect()).State.StartedAt).toBe(before.State.StartedAt);
  });

  it("measures the incumbent, runs two candidates, and gives the same container back with the same greedy answers", async () => {
    const {code, said} = await campaign().ended;
    expect([[0, 1].includes(code ?? -1), said]).toEqual([true, said]);
    await expectBack();
    const record = await restoration();
    expect(record.fields.filter((f) => f.equal !== true)).toEqual([]);
    expect(record).toMatchObject({health: true, token_generated: true, candidate_gone: true, restored_by: "campaign"});
    const greedy = (await requests()).filter((r) => r.profile === "incumbent" && r.stage.includes("greedy"));
    const answers = (when: string) => greedy.filter((r) => r.stage.endsWith(when)).map((r) => r.content);
    expect(answers("before")).toHaveLength(3);
    expect(answers("after")).toEqual(answers("before"));
    await expectVerified();
    undisturbed = await measured();
    expect(new Set(undisturbed).size).toBe(undisturbed.length);
    for (const file of await files()) {
      const text = (await readFile(file)).toString("latin1");
      for (const secret of PLANTED) expect([file, text.includes(secret)]).toEqual([file, false]);
    }
  });

  it(
    `after SIGKILL at ${DRILLS} random moments: restored by one command, verified, resumed with every request once`,
    async () => {
      let seed = 20260107;
      const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
      for (let drill = 0; drill < DRILLS; drill++) {
        evidence = join(root, `drill-${drill}`);
        await mkdir(evidence);
        const killed = campaign();
        await until(() => journalled("incumbent.snapshot"));
        await new Promise((done) => setTimeout(done, random() * 8000));
        killed.child.kill("SIGKILL");
        await killed.ended;
        const restored = await command(["restore"]).ended;
        expect([drill, restored.code, restored.said]).toEqual([drill, 0, restored.said]);
        await expectBack();
        const left = await hashes();
        expect((await command(["restore"]).ended).code).toBe(0);
        expect(await hashes()).toEqual(left);
        if (left.some((f) => f.includes("manifest.json"))) await expectVerified();
        const resumed = await command(["loaders", plan, "--confirm", "--resume", ID]).ended;
        expect([[0, 1].includes(resumed.code ?? -1), resumed.said]).toEqual([true, resumed.said]);
        await expectBack();
        expect(await measured()).toEqual(undisturbed);
        await expectVerified();
      }
    },
    60_000 + DRILLS * 90_000
  );

  it("names how each candidate failed, with the end of its log, and gives the incumbent back", async () => {
    const modes = ["exit", "never-healthy", "silent"];
    for (const mode of modes)
      await writeFile(join(root, `${mode}.toml`), recipeText(mode, engine.image, incumbentPort, mode));
    const failing = join(root, "failing.toml");
    await writeFile(failing, planText(incumbentPort, modes, 4));
    const {code, said} = await command(["loaders", failing, "--confirm", "--date", "2026-01-07"]).ended;
    expect([code, said]).toEqual([1, said]);
    await expectBack();
    const failures = await Promise.all(
      modes.map(
        async (mode) =>
          StageRecord.parse(JSON.parse(await readFile(join(folder(), mode, "00-launch.json"), "utf8"))).failure
      )
    );
    expect(failures.map((f) => f?.code)).toEqual(["exited-at-once", "never-healthy", "healthy-but-silent"]);
    expect(failures[0]?.log_tail).toContain("cannot load weights");
  });

  it("is restored by the watchdog after SIGKILL when nobody types anything, also when it hangs", async () => {
    for (const signal of ["SIGKILL", "SIGSTOP"] as const) {
      evidence = join(root, `watched-${signal}`);
      await mkdir(evidence);
      const killed = campaign({ASSAY_WATCHDOG_SILENCE_S: "2"});
      await until(() => journalled("candidate.started"));
      killed.child.kill(signal);
      await until(async () => (await readRestoreState(folder())).restored?.by === "watchdog");
      await killed.ended;
      await expectBack();
      expect((await restoration()).restored_by).toBe("watchdog");
    }
  }, 180_000);

  it("on Ctrl-C ends the request, restores the incumbent, keeps what was measured, and exits 130", async () => {
    const interrupted = campaign();
    await until(() => journalled("candidate.started"));
    interrupted.child.kill("SIGINT");
    const {code, said} = await interrupted.ended;
    expect([code, said]).toEqual([130, said]);
    await expectBack();
    expect((await restoration()).restored_by).toBe("campaign");
    await expectVerified();
  });

  it("on a second Ctrl-C says how to restore by hand", async () => {
    const interrupted = campaign({ASSAY_WATCHDOG_SILENCE_S: "600"});
    await until(() => journalled("candidate.started"));
    interrupted.child.kill("SIGINT");
    // One press reaches a child several times through npm and tsx; signals closer than 0.7 s count as one.
    await new Promise((done) => setTimeout(done, 800));
    interrupted.child.kill("SIGINT");
    const {code, said} = await interrupted.ended;
    expect([code, said]).toEqual([code, expect.stringMatching(/npm run restore/)]);
    expect((await command(["restore"]).ended).code).toBe(0);
    await expectBack();
  });
});
