import {mkdtemp, readdir, readFile, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {main} from "../../loaders/cli.js";
import {restoreEvent} from "../../loaders/campaign/events.js";
import {createCampaign} from "../../loaders/record/index.js";

describe("restore", () => {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "assay-restore-"));
  });
  afterAll(() => rm(root, {recursive: true, force: true}));

  const run = async (...args: string[]) => {
    let [out, talk] = ["", ""];
    const code = await main(["restore", ...args], {
      out: (text) => (out += text),
      talk: (text) => (talk += text),
      env: {DOCKER_HOST: "unix:///nowhere/docker.sock", ASSAY_STATE_DIR: join(root, "state")},
      cwd: root,
      now: () => new Date(0),
      interactive: false
    });
    return {code, out, talk};
  };
  const campaign = async (evidence: string, id: string, ...events: [string, Record<string, unknown>][]) => {
    const writer = await createCampaign({evidence: join(root, evidence), id});
    for (const event of events) await writer.log(...event);
    await writer.close();
  };
  const snapshot = restoreEvent("incumbent.snapshot", {
    id: "1".repeat(64),
    name: "prod",
    base_url: "http://127.0.0.1:1",
    served_model: null,
    api_key_env: null,
    engine_id: "e",
    was_running: true,
    before: "host/before.json",
    nvidia_smi: null,
    launch_s: 1
  });
  const stopping = restoreEvent("incumbent.stopping", {id: "1".repeat(64)});

  it("finds nothing to do where no campaign touched a host, and says so with exit 0", async () => {
    expect(await run("--evidence", "absent")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Nothing to restore/) as string
    });
    await campaign("attached", "2026-01-01-x");
    expect(await run("--evidence", "attached")).toMatchObject({code: 0});
    const named = await run("2026-01-01-x", "--evidence", "attached");
    expect([named.code, named.out]).toEqual([0, "Nothing to restore: 2026-01-01-x stopped no server.\n"]);
  });

  it("does nothing for a campaign that is restored, and changes no file of it", async () => {
    await campaign("done", "2026-01-01-x", snapshot, stopping, restoreEvent("restored", {by: "watchdog", exact: true}));
    const journal = join(root, "done", "2026-01-01-x", "journal.jsonl");
    const before = await readFile(journal, "utf8");
    const {code, out} = await run("2026-01-01-x", "--evidence", "done");
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^Nothing to restore: prod is back as it was since .*, by the watchdog\.\n$/)
    ]);
    expect(await readFile(journal, "utf8")).toBe(before);
    expect(await readdir(join(root, "done", "2026-01-01-x"))).toEqual(["journal.jsonl"]);
  });

  it("takes the newest campaign that needs it, and exits 3 with the commands when the engine is not there", async () => {
    await campaign("killed", "2026-01-02-older", snapshot, stopping);
    await campaign("killed", "2026-01-01-newer", snapshot, stopping);
    const {code, talk} = await run("--evidence", "killed");
    expect(code).toBe(3);
    expect(talk).toContain("The incumbent prod could not be restored");
    expect(talk).toContain("docker -H unix:///nowhere/docker.sock start prod");
    expect(talk).toContain("npm run restore -- 2026-01-01-newer");
    expect(talk).toMatch(/code: not-restored/);
  });

  it("names a campaign that is not there, an id that is none, and an option that it does not know", async () => {
    expect(await run("2026-01-01-absent", "--evidence", "killed")).toMatchObject({
      code: 2,
      talk: expect.stringContaining("no journal") as string
    });
    expect(await run("../../etc", "--evidence", "killed")).toMatchObject({
      code: 2,
      talk: expect.stringContaining("not a campaign's id") as string
    });
    expect(await run("--frobnicate")).toMatchObject({code: 2, talk: expect.stringContaining("--frobnicate") as string});
    expect(await run("--help")).toMatchObject({code: 0, out: expect.stringContaining("Examples:") as string});
  });
});
