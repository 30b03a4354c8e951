import {mkdir, mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import type Docker from "dockerode";
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi} from "vitest";
import {privateEngine, whyNoEngine, type PrivateEngine} from "../support/engine/privateEngine.js";
import {CliCampaign, until} from "./support/cliCampaign.js";
import {freePort, startIncumbent} from "./support/incumbent.js";
import {planText, recipeText} from "./support/plan.js";

// Bounded, but generous: a machine may be busy with other tests.
vi.setConfig({testTimeout: 300_000, hookTimeout: 120_000});

/** Minutes on a real engine: asked for with the other drills. */
const why = process.env["ASSAY_DRILLS"] === undefined ? "asked for with ASSAY_DRILLS=1" : whyNoEngine();
/** Slow enough to meet a campaign in the middle of a candidate. */
const SLOW_TOKEN_MS = 120;

describe.skipIf(why !== null)(`a managed campaign that is met in the middle${why === null ? "" : ` (${why})`}`, () => {
  let engine: PrivateEngine;
  let root: string;
  let plan: string;
  let run: CliCampaign;
  let incumbent: Docker.Container;
  let env: NodeJS.ProcessEnv;
  let number = 0;

  beforeAll(async () => {
    engine = await privateEngine();
    root = await mkdtemp(join(tmpdir(), "assay-middle-"));
    const port = await freePort();
    const candidatePort = await freePort();
    incumbent = await startIncumbent(engine, "prod", port);
    for (const arm of ["a", "b"])
      await writeFile(join(root, `${arm}.toml`), recipeText(arm, engine.image, candidatePort, "", SLOW_TOKEN_MS));
    plan = join(root, "plan.toml");
    await writeFile(plan, planText(port));
    env = {...engine.env, ASSAY_STATE_DIR: join(root, "state"), SERVER_KEY: "k-of-the-operator"};
  });
  afterAll(async () => {
    await engine?.remove();
    await rm(root, {recursive: true, force: true});
  });
  afterEach(() => run.end());
  beforeEach(async () => {
    run = new CliCampaign(join(root, `evidence-${(number += 1)}`), "2026-01-08-drill", env);
    await mkdir(run.evidence);
  });

  const expectBack = async () => {
    expect((await incumbent.inspect()).State.Running).toBe(true);
    expect(await engine.docker.listContainers({all: true, filters: {label: ["assay.campaign"]}})).toEqual([]);
    expect((await run.restoration()).fields.filter((f) => f.equal !== true)).toEqual([]);
    expect((await run.command(["verify", run.id, "--deep"]).ended).code).toBe(0);
  };
  const begun = async (...args: string[]) => {
    const started = run.begin(plan, {}, ...args);
    await until(() => run.journalled("candidate.started"));
    return started;
  };

  it("yields when somebody starts the incumbent, and says so; a resume measures the rest once", async () => {
    const campaign = await begun();
    await incumbent.start();
    const {code, said} = await campaign.ended;
    expect([code, said]).toEqual([1, expect.stringMatching(/prod was started at .*, not by this campaign/)]);
    expect(said).toContain(`--resume ${run.id}`);
    await expectBack();
    expect(await run.journalled('"incumbent.back"')).toBe(true);
    const left = await run.hashes();
    const resumed = await run.command(["loaders", plan, "--confirm", "--resume", run.id]).ended;
    expect([[0, 1].includes(resumed.code ?? -1), resumed.said]).toEqual([true, resumed.said]);
    expect(await run.hashes()).toEqual(expect.arrayContaining(left.filter((file) => file.includes("/a/"))));
    const measured = await run.measured();
    expect(new Set(measured).size).toBe(measured.length);
    for (const profile of ["a", "b"])
      expect(measured.filter((one) => one.startsWith(`${profile} capacity`))).toHaveLength(2);
  });

  it("brings the incumbent back when the engine is restarted under a candidate", async () => {
    const campaign = await begun();
    await engine.down();
    await engine.up();
    const {code, said} = await campaign.ended;
    expect([code, said]).toEqual([1, said]);
    await expectBack();
  });

  it("is asked to stop at --restore-by, and has restored before it exits 130", async () => {
    const campaign = run.begin(plan, {}, "--restore-by", new Date(Date.now() + 12_000).toISOString());
    const {code, said} = await campaign.ended;
    expect([code, said]).toEqual([130, expect.stringContaining("The incumbent is back")]);
    await expectBack();
    expect((await run.restoration()).restored_by).toBe("campaign");
  });
});
