import {createServer} from "node:net";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import type {Recipe} from "../../src/schema/recipe.js";
import {
  openContainers,
  waitReady,
  HostFailure,
  type Containers,
  type EngineEvent
} from "../../loaders/host/containers/index.js";
import {privateEngine, whyNoEngine, type PrivateEngine} from "../support/engine/privateEngine.js";
import {freePort, recipeOf, startIncumbent} from "../restore/support/incumbent.js";

const why = whyNoEngine();
const CAMPAIGN = "2026-01-02-containers";

describe.skipIf(why !== null)(`containers with a real engine${why === null ? "" : ` (${why})`}`, () => {
  let engine: PrivateEngine;
  let containers: Containers;
  let port: number;

  beforeAll(async () => {
    engine = await privateEngine();
    containers = openContainers({env: engine.env});
    port = await freePort();
  });
  afterAll(async () => {
    await engine?.remove();
  });

  const create = (recipe: Recipe, name: string) =>
    containers.create(recipe, {
      campaign: CAMPAIGN,
      profile: recipe.name,
      name,
      environment: {TOKEN: "hf_value_of_the_operator"},
      base: "/"
    });
  const ready = (id: string, limitS: number, tokenS = limitS) =>
    waitReady(`http://127.0.0.1:${port}`, {
      healthPath: "/health",
      servedModel: null,
      apiKey: null,
      limitS,
      tokenS,
      state: () => containers.find(id),
      logTail: () => containers.tail(id, 20)
    });
  const failure = async (what: Promise<unknown>): Promise<HostFailure> => {
    const error: unknown = await what.then(
      () => null,
      (e: unknown) => e
    );
    if (error instanceof HostFailure) return error;
    throw new Error(`no HostFailure but ${String(error)}`);
  };
  /** Starts a candidate that misbehaves as `MODE` says; hands back how it failed. */
  const failing = async (
    mode: string,
    limitS: number,
    change: Partial<Recipe> = {},
    tokenS = limitS
  ): Promise<HostFailure> => {
    const id = await create({...recipeOf(engine, mode, port, {MODE: mode}), ...change}, `assay-${mode}`);
    try {
      return await failure(containers.start(id).then(() => ready(id, limitS, tokenS)));
    } finally {
      await containers.remove(id);
    }
  };

  it("creates a candidate from its recipe: by digest, labelled, restart policy no, on the loopback, with its own JIT cache", async () => {
    const recipe = {...recipeOf(engine, "a", port, {A: "1"}), env_from: ["TOKEN"], ipc: "shareable" as const};
    const id = await create(recipe, "assay-a");
    try {
      const info = await engine.docker.getContainer(id).inspect();
      expect(info.Image).toBe(engine.image.split("@")[1]);
      expect(info.Config.Labels).toEqual({"assay.campaign": CAMPAIGN, "assay.profile": "a"});
      expect(info.Config.Env).toEqual(
        expect.arrayContaining([
          "A=1",
          "TOKEN=hf_value_of_the_operator",
          "TRITON_CACHE_DIR=/var/cache/assay-jit/triton"
        ])
      );
      expect(info.HostConfig).toMatchObject({
        RestartPolicy: {Name: "no"},
        IpcMode: "shareable",
        ShmSize: 64 * 2 ** 20,
        Ulimits: [{Name: "memlock", Soft: -1, Hard: -1}],
        PortBindings: {"30000/tcp": [{HostIp: "127.0.0.1", HostPort: String(port)}]}
      });
      expect(info.Mounts.map((m) => [m.Type, m.Destination])).toEqual([["volume", "/var/cache/assay-jit"]]);
      expect(info.State.Status).toBe("created");
      expect((await containers.candidates(CAMPAIGN)).map((c) => c.identity.id)).toEqual([id]);
      expect(JSON.stringify(await containers.find(id))).not.toContain("hf_value_of_the_operator");
    } finally {
      await containers.remove(id);
    }
    expect((await engine.docker.listVolumes()).Volumes).toEqual([]);
  });

  it("waits for health and one generated token, follows the log, and sees the events", async () => {
    const id = await create(recipeOf(engine, "b", port, {START_MS: "200"}), "assay-b");
    const events: EngineEvent[] = [];
    const lines: string[] = [];
    const end = new AbortController();
    const watching = containers.watch((event) => events.push(event), end.signal);
    try {
      await new Promise((done) => setTimeout(done, 100));
      await containers.start(id);
      const following = containers.follow(id, (line) => lines.push(line), end.signal);
      const readiness = await ready(id, 20);
      expect(readiness.served_model).toBe("b");
      expect(readiness.completion_tokens).toBeGreaterThan(0);
      expect(readiness.healthy_ms).toBeGreaterThan(200);
      const exit = containers.waitExit(id);
      await containers.stop(id, 5);
      expect((await exit).exit_code).toBe(0);
      await following;
      expect(lines).toEqual(["starting b", "The server is fired up and ready to roll!", "SIGTERM"]);
      expect(await containers.tail(id, 1)).toEqual(["SIGTERM"]);
      expect(events.filter((e) => e.id === id).map((e) => e.action)).toEqual(
        expect.arrayContaining(["start", "die", "stop"])
      );
    } finally {
      end.abort();
      await watching;
      await containers.remove(id);
    }
  });

  it("has the same identity before a stop and after a start", async () => {
    const incumbent = await startIncumbent(engine, "same", port);
    try {
      const before = await containers.find("same");
      await containers.stop(incumbent.id, 5);
      await containers.stop(incumbent.id, 5);
      await containers.start(incumbent.id);
      await containers.start(incumbent.id);
      const after = await containers.find(incumbent.id);
      expect(after?.identity).toEqual(before?.identity);
      expect(after?.identity.labels).toEqual({team: "[redacted]"});
    } finally {
      await incumbent.remove({force: true});
    }
  });

  it("never removes a container that no campaign created", async () => {
    const incumbent = await startIncumbent(engine, "theirs", port);
    try {
      expect((await failure(containers.remove(incumbent.id))).code).toBe("not-ours");
      expect((await incumbent.inspect()).State.Running).toBe(true);
    } finally {
      await incumbent.remove({force: true});
    }
  });

  it("names an image that is missing, and one whose digest is wrong", async () => {
    const other = `sha256:${"b".repeat(64)}`;
    const missing = await failure(containers.image(`nobody/nothing@${other}`));
    expect([missing.code, missing.next]).toEqual(["image-missing", `Run \`docker pull nobody/nothing@${other}\`.`]);
    const wrong = await failure(containers.image(`${engine.image.split("@")[0]}@${other}`));
    expect([wrong.code, wrong.left]).toEqual(["digest-wrong", "Nothing was started or stopped."]);
  });

  it("names a port that is taken", async () => {
    const holder = createServer().listen(port, "127.0.0.1");
    try {
      expect((await failing("port", 5)).code).toBe("port-taken");
    } finally {
      holder.close();
    }
  });

  it("names a candidate that exits at once, with the end of its log", async () => {
    const failed = await failing("exit", 10);
    expect(failed.code).toBe("exited-at-once");
    expect(failed.logTail).toContain("cannot load weights");
  });

  it("names a candidate that never gets healthy, and one that is healthy but generates nothing", async () => {
    const never = await failing("never-healthy", 2);
    expect([never.code, never.logTail.length > 0]).toEqual(["never-healthy", true]);
    expect((await failing("silent", 10, {}, 2)).code).toBe("healthy-but-silent");
  });

  it("names a candidate that was killed for memory", async () => {
    const id = await create(recipeOf(engine, "oom", port, {MODE: "out-of-memory"}), "assay-oom");
    try {
      await engine.docker.getContainer(id).update({Memory: 96 * 2 ** 20, MemorySwap: 96 * 2 ** 20});
      const failed = await failure(containers.start(id).then(() => ready(id, 30)));
      expect(failed.code).toBe("out-of-memory");
    } finally {
      await containers.remove(id);
    }
  });

  it("names a GPU driver that is missing", async () => {
    expect((await failing("gpu", 5, {gpus: "all"})).code).toBe("gpu-driver-missing");
  });

  it("names a mount that is missing and a name that is taken", async () => {
    const mounts = [{source: "/nowhere/at/all", target: "/m", read_only: true, hash: false}];
    expect((await failure(create({...recipeOf(engine, "m", port), mounts}, "assay-m"))).code).toBe("mount-missing");
    const id = await create(recipeOf(engine, "n", port), "assay-n");
    try {
      expect((await failure(create(recipeOf(engine, "n", port), "assay-n"))).code).toBe("name-conflict");
    } finally {
      await containers.remove(id);
    }
  });

  it("names a variable that the operator's environment lacks, before anything is created", async () => {
    const failed = await failure(create({...recipeOf(engine, "e", port), env_from: ["ABSENT"]}, "assay-e"));
    expect(failed.code).toBe("env-missing");
    expect(await containers.find("assay-e")).toBeNull();
  });

  it("names an engine that is not there, and one that stops answering", async () => {
    const nobody = openContainers({env: {DOCKER_HOST: "unix:///nowhere/docker.sock"}});
    expect((await failure(nobody.find("x"))).code).toBe("engine-stopped");
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    await new Promise((done) => silent.once("listening", done));
    const {port: silentPort} = silent.address() as {port: number};
    const stuck = openContainers({env: {DOCKER_HOST: `tcp://127.0.0.1:${silentPort}`}, answerS: 0.3});
    try {
      expect((await failure(stuck.find("x"))).code).toBe("engine-stopped");
      expect((await failure(stuck.engine())).code).toBe("engine-stopped");
    } finally {
      silent.close();
    }
  });
});
