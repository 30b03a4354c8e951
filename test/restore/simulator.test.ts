import {mkdtemp, readFile, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it, vi} from "vitest";
import {Recipe} from "../../src/schema/recipe.js";
import {openIncumbentHost} from "../../loaders/campaign/incumbentHost.js";
import {realRestoreEffects} from "../../loaders/campaign/restore/realRestoreEffects.js";
import {restore} from "../../loaders/campaign/restore/restore.js";
import type {RestoreEffects} from "../../loaders/campaign/restore/restoreEffects.js";
import {openContainers} from "../../loaders/host/containers/index.js";
import {createCampaign} from "../../loaders/record/index.js";
import {startSimulator, type Simulator} from "../../loaders/simulator/index.js";
import {freePort} from "./support/incumbent.js";

// Bounded, but generous: a machine may be busy with other tests.
vi.setConfig({testTimeout: 300_000, hookTimeout: 120_000});

const IMAGE = `r/candidate@sha256:${"c".repeat(64)}`;

describe("the same code against the simulator's container engine", () => {
  let simulator: Simulator;
  let root: string;
  let effects: RestoreEffects;
  let recipe: Recipe;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "assay-simulated-"));
    simulator = await startSimulator({timeScale: 0.001, managed: {incumbent: {name: "prod"}, images: [IMAGE]}});
    const env = {DOCKER_HOST: `unix://${simulator.dockerHost ?? ""}`, ASSAY_STATE_DIR: join(root, "state")};
    const real = realRestoreEffects({env, talk: () => undefined});
    effects = {
      ...real,
      graceS: 1,
      settleS: 5,
      sleep: () => new Promise((done) => setTimeout(done, 50)),
      shmFiles: () => Promise.resolve(0)
    };
    recipe = Recipe.parse({
      schema: "assay.recipe/v1",
      name: "arm",
      served_model: "arm-model",
      model: "org/model@1",
      image: IMAGE,
      context_tokens: 131072,
      concurrency: 1,
      command: [
        "python3",
        "-m",
        "sglang.launch_server",
        "--model-path",
        "/models/m",
        "--served-model-name",
        "arm-model",
        "--context-length",
        "131072",
        "--port",
        "30000",
        "--tp-size",
        "2"
      ],
      host_port: await freePort(),
      shm_mib: 1024
    });
  });
  afterAll(async () => {
    await simulator?.close();
    await rm(root, {recursive: true, force: true});
  });

  const begin = async (id: string) => {
    const writer = await createCampaign({evidence: root, id});
    const host = await openIncumbentHost(
      writer,
      {
        container: "prod",
        baseUrl: simulator.baseUrl,
        servedModel: null,
        apiKeyEnv: null,
        probes: [],
        nvidiaSmi: simulator.nvidiaSmiArgv,
        launchS: 30
      },
      effects
    );
    const candidate = await host.create("arm", recipe, root);
    await host.stopIncumbent(1);
    return {writer, host, candidate};
  };

  it("runs a candidate, restores the same container, and proves it with the cards' memory", async () => {
    const {writer, host, candidate} = await begin("2026-01-04-simulated");
    expect((await host.start(candidate, "boot")).served_model).toBe("arm-model");
    await host.remove(candidate, 1);
    const record = await host.restore();
    await writer.seal();
    expect(record?.fields.filter((f) => f.equal !== true)).toEqual([]);
    expect(record?.fields.filter((f) => f.field.startsWith("gpu "))).toHaveLength(2);
    expect(record).toMatchObject({candidate_gone: true, health: true, token_generated: true});
    const before = await readFile(join(writer.folder, "host", "before.json"), "utf8");
    expect(before).not.toContain("simulatedSecret");
  });

  it("restores a killed campaign from its journal", async () => {
    const {writer, host, candidate} = await begin("2026-01-05-simulated");
    await host.start(candidate, "boot");
    await writer.close();
    const record = await restore(writer.folder, "restore", effects);
    expect(record?.fields.filter((f) => f.equal !== true)).toEqual([]);
    expect(await restore(writer.folder, "restore", effects)).toBeNull();
  });

  it("gives the engine's refusals the same names", async () => {
    const containers = openContainers({env: effects.env});
    const code = async (what: Promise<unknown>) =>
      what.then(
        () => "fine",
        (error: unknown) => (error as {code?: string}).code
      );
    expect(await code(containers.image(`r/absent@sha256:${"d".repeat(64)}`))).toBe("image-missing");
    expect(await code(containers.image(`r/candidate@sha256:${"d".repeat(64)}`))).toBe("digest-wrong");
    expect(await code(containers.start("nobody"))).toBe("container-missing");
    const options = {campaign: "2026-01-06-x", profile: "arm", name: "twice", environment: {}, base: root};
    const id = await containers.create(recipe, options);
    expect(await code(containers.create(recipe, options))).toBe("name-conflict");
    await containers.remove(id);
    const incumbent = await containers.find("prod");
    expect(await code(containers.remove(incumbent?.identity.id ?? ""))).toBe("not-ours");
  });
});
