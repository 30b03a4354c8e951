import {mkdir, mkdtemp, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import type Docker from "dockerode";
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi} from "vitest";
import {readRestoreState} from "../../loaders/campaign/restore/readRestoreState.js";
import {withoutEmpty} from "../../loaders/host/containers/withoutEmpty.js";
import {privateEngine, whyNoEngine, type PrivateEngine} from "../support/engine/privateEngine.js";
import {CliCampaign, until} from "./support/cliCampaign.js";
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
  let run: CliCampaign;
  let incumbent: Docker.Container;
  let before: Docker.ContainerInspectInfo;
  let env: NodeJS.ProcessEnv;
  let incumbentPort: number;
  let number = 0;
  /** Measured requests of an undisturbed run: `profile prompt`, sorted; and the lines of its journal. */
  let undisturbed: string[] = [];
  let journalLines = 0;

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
  /** The next campaign has a folder of its own. */
  const fresh = async (name: string) => {
    run = new CliCampaign(join(root, name), ID, env);
    await mkdir(run.evidence);
  };
  afterEach(() => run.end());
  beforeEach(() => fresh(`evidence-${(number += 1)}`));

  const campaign = (more: NodeJS.ProcessEnv = {}) => run.begin(plan, more);
  const expectBack = async () => {
    const after = await incumbent.inspect();
    expect([after.Id, after.State.Running]).toEqual([before.Id, true]);
    expect(withoutEmpty(after.Config)).toEqual(withoutEmpty(before.Config));
    expect(withoutEmpty(after.HostConfig)).toEqual(withoutEmpty(before.HostConfig));
    expect(await engine.docker.listContainers({all: true, filters: {label: ["assay.campaign"]}})).toEqual([]);
  };
  const expectVerified = async () => {
    const {code, said} = await run.command(["verify", ID, "--deep"]).ended;
    expect([code, said]).toEqual([0, said]);
  };

  it("says what it would stop, and stops nothing without --confirm", async () => {
    const {code, said} = await run.command(["loaders", plan]).ended;
    expect([code, said]).toEqual([2, expect.stringContaining("prod")]);
    expect((await incumbent.inspect()).State.StartedAt).toBe(before.State.StartedAt);
  });

  it("measures the incumbent, runs two candidates, and gives the same container back with the same greedy answers", async () => {
    const {code, said} = await campaign().ended;
    expect([[0, 1].includes(code ?? -1), said]).toEqual([true, said]);
    await expectBack();
    const record = await run.restoration();
    expect(record.fields.filter((f) => f.equal !== true)).toEqual([]);
    expect(record).toMatchObject({health: true, token_generated: true, candidate_gone: true, restored_by: "campaign"});
    const greedy = (await run.requests()).filter((r) => r.profile === "incumbent" && r.stage.includes("greedy"));
    const answers = (when: string) => greedy.filter((r) => r.stage.endsWith(when)).map((r) => r.content);
    expect(answers("before")).toHaveLength(3);
    expect(answers("after")).toEqual(answers("before"));
    await expectVerified();
    undisturbed = await run.measured();
    journalLines = await run.journalLines();
    expect(new Set(undisturbed).size).toBe(undisturbed.length);
    for (const file of await run.files()) {
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
        await fresh(`drill-${drill}`);
        const killed = campaign();
        // Random in the campaign's own time, its journal, and then in the machine's: a busy machine is met at every point too.
        const line = 2 + Math.floor(random() * (journalLines - 2));
        await until(async () => (await run.journalLines()) >= line || killed.child.exitCode !== null);
        await new Promise((done) => setTimeout(done, random() * 300));
        killed.child.kill("SIGKILL");
        await killed.ended;
        const restored = await run.command(["restore"]).ended;
        expect([drill, restored.code, restored.said]).toEqual([drill, 0, restored.said]);
        await expectBack();
        const left = await run.hashes();
        expect((await run.command(["restore"]).ended).code).toBe(0);
        expect(await run.hashes()).toEqual(left);
        if (left.some((f) => f.includes("manifest.json"))) await expectVerified();
        const resumed = await run.command(["loaders", plan, "--confirm", "--resume", ID]).ended;
        expect([[0, 1].includes(resumed.code ?? -1), resumed.said]).toEqual([true, resumed.said]);
        await expectBack();
        expect(await run.measured()).toEqual(undisturbed);
        await expectVerified();
      }
    },
    60_000 + DRILLS * 240_000
  );

  it("names how each candidate failed, with the end of its log, and gives the incumbent back", async () => {
    const modes = ["exit", "never-healthy", "silent"];
    for (const mode of modes)
      await writeFile(join(root, `${mode}.toml`), recipeText(mode, engine.image, incumbentPort, mode));
    const failing = join(root, "failing.toml");
    await writeFile(failing, planText(incumbentPort, modes, 4));
    const {code, said} = await run.command(["loaders", failing, "--confirm", "--date", "2026-01-07"]).ended;
    expect([code, said]).toEqual([1, said]);
    await expectBack();
    const failures = await Promise.all(modes.map(async (mode) => (await run.stage(mode, "00-launch")).failure));
    expect(failures.map((f) => f?.code)).toEqual(["exited-at-once", "never-healthy", "healthy-but-silent"]);
    expect(failures[0]?.log_tail).toContain("cannot load weights");
  });

  it("is restored by the watchdog after SIGKILL when nobody types anything, also when it hangs", async () => {
    for (const signal of ["SIGKILL", "SIGSTOP"] as const) {
      await fresh(`watched-${signal}`);
      const killed = campaign({ASSAY_WATCHDOG_SILENCE_S: "2"});
      await until(() => run.journalled("candidate.started"));
      killed.child.kill(signal);
      await until(async () => (await readRestoreState(run.folder)).restored?.by === "watchdog");
      await killed.ended;
      await expectBack();
      expect((await run.restoration()).restored_by).toBe("watchdog");
    }
  }, 180_000);

  it("on Ctrl-C ends the request, restores the incumbent, keeps what was measured, and exits 130", async () => {
    const interrupted = campaign();
    await until(() => run.journalled("candidate.started"));
    interrupted.child.kill("SIGINT");
    const {code, said} = await interrupted.ended;
    expect([code, said]).toEqual([130, said]);
    await expectBack();
    expect((await run.restoration()).restored_by).toBe("campaign");
    await expectVerified();
  });

  it("on a second Ctrl-C says how to restore by hand", async () => {
    const interrupted = campaign({ASSAY_WATCHDOG_SILENCE_S: "600"});
    await until(() => run.journalled("candidate.started"));
    interrupted.child.kill("SIGINT");
    // One press reaches a child several times through npm and tsx; signals closer than 0.7 s count as one.
    await new Promise((done) => setTimeout(done, 800));
    interrupted.child.kill("SIGINT");
    const {code, said} = await interrupted.ended;
    expect([code, said]).toEqual([code, expect.stringMatching(/npm run restore/)]);
    expect((await run.command(["restore"]).ended).code).toBe(0);
    await expectBack();
  });
});
