import {execFile} from "node:child_process";
import {mkdir, mkdtemp, readFile, rename, rm, writeFile} from "node:fs/promises";
import {createServer} from "node:net";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {promisify} from "node:util";
import {gunzipSync} from "node:zlib";
import type Docker from "dockerode";
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi} from "vitest";
import {RestorationRecord} from "../../src/schema/host.js";
import {Problem} from "../../src/schema/problem.js";
import {openIncumbentHost, type Candidate, type IncumbentHost} from "../../loaders/campaign/incumbentHost.js";
import {realRestoreEffects} from "../../loaders/campaign/restore/realRestoreEffects.js";
import {readRestoreState} from "../../loaders/campaign/restore/readRestoreState.js";
import {restore} from "../../loaders/campaign/restore/restore.js";
import type {RestoreEffects} from "../../loaders/campaign/restore/restoreEffects.js";
import {createCampaign, type EvidenceWriter} from "../../loaders/record/index.js";
import {privateEngine, whyNoEngine, type PrivateEngine} from "../support/engine/privateEngine.js";
import {freePort, recipeOf, startIncumbent} from "./support/incumbent.js";

// Bounded, but generous: a machine may be busy with other tests.
vi.setConfig({testTimeout: 300_000, hookTimeout: 120_000});

const why = whyNoEngine();
const ID = "2026-01-03-under-fire";

describe.skipIf(why !== null)(`restoration under fire${why === null ? "" : ` (${why})`}`, () => {
  let engine: PrivateEngine;
  let root: string;
  let evidence: string;
  let port: number;
  let incumbent: Docker.Container;
  let effects: RestoreEffects;
  let number = 0;

  beforeAll(async () => {
    engine = await privateEngine();
    root = await mkdtemp(join(tmpdir(), "assay-fire-"));
    port = await freePort();
  });
  afterAll(async () => {
    await engine?.remove();
    await rm(root, {recursive: true, force: true});
  });
  beforeEach(async () => {
    evidence = join(root, `evidence-${(number += 1)}`);
    await mkdir(evidence);
    const env = {...engine.env, ASSAY_STATE_DIR: join(root, "state")};
    effects = {...realRestoreEffects({env, talk: () => undefined}), graceS: 2, engineS: 2};
  });
  afterEach(async () => {
    for (const {Id} of await engine.docker.listContainers({all: true}))
      await engine.docker.getContainer(Id).remove({force: true, v: true});
  });

  interface Campaign {
    writer: EvidenceWriter;
    host: IncumbentHost;
    candidate: Candidate;
  }
  /** A campaign up to the stop of its incumbent, with a candidate on another port. */
  const begin = async (candidatePort = port): Promise<Campaign> => {
    const writer = await createCampaign({evidence, id: ID});
    const host = await openIncumbentHost(
      writer,
      {
        container: "prod",
        baseUrl: `http://127.0.0.1:${port}`,
        servedModel: null,
        apiKeyEnv: null,
        probes: [],
        nvidiaSmi: null,
        launchS: 10
      },
      effects
    );
    const candidate = await host.create("arm", recipeOf(engine, "arm", candidatePort), root);
    await host.stopIncumbent(2);
    return {writer, host, candidate};
  };
  /** What SIGKILL leaves: an unsealed record that nobody holds. */
  const die = ({writer}: Campaign) => writer.close();
  const folder = () => join(evidence, ID);
  const problem = async (what: Promise<unknown>): Promise<Problem> => {
    const error: unknown = await what.then(
      () => null,
      (e: unknown) => e
    );
    if (error instanceof Problem) return error;
    throw new Error(`no Problem but ${String(error)}`);
  };
  const running = async () => (await incumbent.inspect()).State.Running;
  const proof = async () =>
    RestorationRecord.parse(JSON.parse(await readFile(join(folder(), "restoration.json"), "utf8")));

  it("says exit 3 and the exact commands when the incumbent's volume is gone, and restores once it is back", async () => {
    const data = join(root, "weights");
    await mkdir(data);
    const Mounts = [{Type: "bind" as const, Source: data, Target: "/weights", ReadOnly: true}];
    incumbent = await startIncumbent(engine, "prod", port, {Mounts});
    await die(await begin());
    await rename(data, `${data}-gone`);
    const failed = await problem(restore(folder(), "restore", effects));
    expect([failed.code, failed.exitCode]).toEqual(["not-restored", 3]);
    const docker = `docker -H ${engine.env["DOCKER_HOST"] ?? ""}`;
    expect(failed.next?.split("\n").map((line) => line.trim())).toEqual([
      "Run these, in this order:",
      `ls -ld ${data}`,
      `${docker} start prod`,
      `${docker} logs --tail 100 prod`,
      `curl -fsS http://127.0.0.1:${port}/health`,
      `npm run restore -- ${ID}`
    ]);
    await rename(`${data}-gone`, data);
    expect((await restore(folder(), "restore", effects))?.fields.every((f) => f.equal)).toBe(true);
    expect(await running()).toBe(true);
  });

  it("says who to look for when the incumbent's port is taken by someone else", async () => {
    incumbent = await startIncumbent(engine, "prod", port);
    await die(await begin());
    const holder = createServer().listen(port, "127.0.0.1");
    try {
      const failed = await problem(restore(folder(), "restore", effects));
      expect([failed.exitCode, failed.message]).toEqual([3, expect.stringContaining("port-taken")]);
      expect(failed.next).toContain(`ss -ltnp 'sport = :${port}'`);
    } finally {
      await new Promise((done) => holder.close(done));
    }
    expect(await restore(folder(), "restore", effects)).not.toBeNull();
    expect(await running()).toBe(true);
  });

  it("says so when someone removed the incumbent, also when another has its name", async () => {
    incumbent = await startIncumbent(engine, "prod", port);
    await die(await begin());
    await incumbent.remove({force: true});
    await startIncumbent(engine, "prod", await freePort());
    const failed = await problem(restore(folder(), "restore", effects));
    expect([failed.exitCode, failed.message]).toEqual([3, expect.stringMatching(/container-missing.*it is another/)]);
  });

  it("says so when the engine is another than the campaign's, and touches nothing there", async () => {
    incumbent = await startIncumbent(engine, "prod", port);
    const campaign = await begin();
    await die(campaign);
    const elsewhere = {
      ...effects.containers,
      engine: () => Promise.resolve({id: "another", version: "", api_version: "", kernel: null, runtimes: []})
    };
    const containers = Object.assign(Object.create(effects.containers) as typeof elsewhere, {engine: elsewhere.engine});
    const failed = await problem(restore(folder(), "restore", {...effects, containers}));
    expect([failed.exitCode, failed.message]).toEqual([3, expect.stringContaining("another container engine")]);
    expect(await effects.containers.find(campaign.candidate.id)).not.toBeNull();
  });

  it("starts the incumbent again alone when it came up beside a candidate", async () => {
    incumbent = await startIncumbent(engine, "prod", port);
    const campaign = await begin(await freePort());
    await campaign.host.start(campaign.candidate, "boot");
    await incumbent.start();
    const {StartedAt} = (await incumbent.inspect()).State;
    await die(campaign);
    const record = await restore(folder(), "restore", effects);
    expect(record).toMatchObject({candidate_gone: true, health: true});
    expect((await incumbent.inspect()).State.StartedAt).not.toBe(StartedAt);
    expect(await running()).toBe(true);
  });

  it("sees the incumbent come back by the restart policy of an engine that was restarted in the middle", async () => {
    incumbent = await startIncumbent(engine, "prod", port, {RestartPolicy: {Name: "always"}});
    const campaign = await begin(await freePort());
    const end = new AbortController();
    const back = new Promise<string>((seen) => void campaign.host.guard(seen, end.signal));
    await engine.down();
    await engine.up();
    expect(await back).toMatch(/^\d{4}-/);
    end.abort();
    await campaign.host.restore();
    await die(campaign);
  });

  it("does not start the incumbent on an empty volume in place of its own that is gone", async () => {
    await engine.docker.createVolume({Name: "state"});
    const Mounts = [{Type: "volume" as const, Source: "state", Target: "/state"}];
    incumbent = await startIncumbent(engine, "prod", port, {Mounts});
    await die(await begin());
    const {Mountpoint} = await engine.docker.getVolume("state").inspect();
    await engine.down();
    await rename(dirname(Mountpoint), join(root, "state-gone"));
    await engine.up();
    const failed = await problem(restore(folder(), "restore", effects));
    expect([failed.exitCode, failed.message]).toEqual([3, expect.stringContaining("The volume state of prod is gone")]);
    expect(failed.next).toContain("volume inspect state");
    expect(await running()).toBe(false);
    await engine.docker.createVolume({Name: "state"});
    expect(await restore(folder(), "restore", effects)).not.toBeNull();
    expect(await running()).toBe(true);
  });

  it("comes back by the engine's restart policy after a reboot, and is then proved like any other", async () => {
    incumbent = await startIncumbent(engine, "prod", port, {RestartPolicy: {Name: "always"}});
    const campaign = await begin();
    await campaign.host.start(campaign.candidate, "boot");
    await die(campaign);
    await engine.down();
    await engine.up();
    const record = await restore(folder(), "restore", effects);
    expect(record?.fields.filter((f) => f.equal !== true)).toEqual([]);
    expect(await running()).toBe(true);
  });

  it("waits for an engine that is down to be started, with exit 3 and the command", async () => {
    incumbent = await startIncumbent(engine, "prod", port);
    await die(await begin());
    await engine.down();
    const failed = await problem(restore(folder(), "restore", effects));
    expect([failed.exitCode, failed.next]).toEqual([3, expect.stringContaining("systemctl start docker")]);
    await engine.up();
    expect(await restore(folder(), "restore", effects)).not.toBeNull();
    expect(await running()).toBe(true);
  });

  it("removes a candidate whose creation never reached the journal", async () => {
    incumbent = await startIncumbent(engine, "prod", port);
    const campaign = await begin();
    const options = {campaign: ID, profile: "orphan", name: "assay-orphan", environment: {}, base: root};
    const orphan = await effects.containers.create(recipeOf(engine, "orphan", port), options);
    await die(campaign);
    expect((await restore(folder(), "restore", effects))?.candidate_gone).toBe(true);
    expect(await effects.containers.find(orphan)).toBeNull();
  });

  it("keeps the log of a candidate that a killed campaign left, without the key that the server printed", async () => {
    incumbent = await startIncumbent(engine, "prod", port);
    const campaign = await begin();
    await campaign.host.remove(campaign.candidate);
    effects.env["SERVER_KEY"] = "planted-key-of-the-operator";
    const recipe = {...recipeOf(engine, "arm", port), env_from: ["SERVER_KEY"]};
    await campaign.host.start(await campaign.host.create("arm", recipe, root), "boot");
    await die(campaign);
    await restore(folder(), "restore", effects);
    const log = gunzipSync(await readFile(join(folder(), "arm", "00-container-left.log.gz"))).toString("utf8");
    expect(log).toMatch(/^starting arm\nserver_args=.*\[redacted\].*\nThe server is fired up/);
    expect(log).not.toContain("planted");
  });

  it("leaves an incumbent stopped that was stopped before", async () => {
    incumbent = await startIncumbent(engine, "prod", port);
    await incumbent.stop({t: 2});
    await die(await begin());
    const record = await restore(folder(), "restore", effects);
    expect(record).toMatchObject({health: null, token_generated: null});
    expect(record?.fields.filter((f) => f.equal === false)).toEqual([]);
    expect(await running()).toBe(false);
  });

  it("brings the incumbent back although the disk is full, says that the proof is missing, and writes it later", async () => {
    await promisify(execFile)("mount", ["-t", "tmpfs", "-o", "size=128k", "assay-test", evidence]);
    try {
      incumbent = await startIncumbent(engine, "prod", port);
      await die(await begin());
      await writeFile(join(evidence, "filler"), Buffer.alloc(1 << 20)).catch(() => undefined);
      const failed = await problem(restore(folder(), "restore", effects));
      expect([failed.code, failed.exitCode]).toEqual(["proof-not-written", 1]);
      expect(await running()).toBe(true);
      await rm(join(evidence, "filler"));
      expect((await restore(folder(), "restore", effects))?.fields.every((f) => f.equal)).toBe(true);
      expect((await proof()).restored_by).toBe("restore");
    } finally {
      await promisify(execFile)("umount", ["-l", evidence]);
    }
  });

  it("restores the host although the journal's chain is broken, and does not write into it", async () => {
    incumbent = await startIncumbent(engine, "prod", port);
    await die(await begin());
    const path = join(folder(), "journal.jsonl");
    const broken = (await readFile(path, "utf8")).replace('"seq":1,', '"seq":7,');
    await writeFile(path, broken);
    expect((await problem(restore(folder(), "restore", effects))).code).toBe("proof-not-written");
    expect(await running()).toBe(true);
    expect(await readFile(path, "utf8")).toBe(broken);
  });

  it("numbers the proof of a campaign that went on after it was restored", async () => {
    incumbent = await startIncumbent(engine, "prod", port);
    const campaign = await begin();
    await campaign.host.restore();
    expect((await readRestoreState(folder())).restored?.by).toBe("campaign");
    await campaign.host.stopIncumbent(2);
    await die(campaign);
    const record = await restore(folder(), "restore", effects);
    const second = RestorationRecord.parse(JSON.parse(await readFile(join(folder(), "restoration.0002.json"), "utf8")));
    expect(second).toEqual(record);
    expect(second.source_files).toEqual(["host/before.json", "host/after.0002.json"]);
    expect((await proof()).restored_by).toBe("campaign");
  });
});
