import {mkdtemp, readdir, readFile, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterEach, describe, expect, it} from "vitest";
import {readPlan} from "../../loaders/campaign/plan/readPlan.js";
import {runCampaign, type RunOptions} from "../../loaders/campaign/run/runCampaign.js";
import type {RunEffects} from "../../loaders/campaign/run/runEffects.js";
import {verifyCampaign} from "../../loaders/record/index.js";
import {startSimulator, type Simulator} from "../../loaders/simulator/index.js";
import {RequestRecord} from "../../src/schema/request.js";
import {StageRecord} from "../../src/schema/stage.js";

const open: Simulator[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const KEY = "sk-planted-in-the-environment-42";

const effects: RunEffects = {
  env: {...process.env, ASSAY_TEST_KEY: KEY},
  now: () => new Date(),
  sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
  talk: () => undefined,
  interactive: false
};

const STAGES = `
[profiles.stages]
preflight = true
preflight_checks = ["smoke", "tools"]
capacity = [{nominal_prompt_tokens = 1024, max_tokens = 32, repeats = 3, concurrency = 2}]
`;

async function prepared(stages = STAGES, faults: string[] = []) {
  const simulator = await startSimulator({timeScale: 0.01, apiKey: KEY, faults});
  open.push(simulator);
  const folder = await mkdtemp(join(tmpdir(), "assay-attached-"));
  const path = join(folder, "plan.toml");
  await writeFile(
    path,
    `lifecycle = "attached"
host.base_url = "${simulator.baseUrl}"
host.api_key_env = "ASSAY_TEST_KEY"
host.nvidia_smi = "none"
host.flush_ok = true
campaign.slug = "attached"
[[profiles]]
profile = "as-served"
${stages}`
  );
  const evidence = join(folder, "evidence");
  const options = async (over: Partial<RunOptions> = {}): Promise<RunOptions> => ({
    loaded: await readPlan(path),
    evidence,
    date: "2026-01-02",
    rehearsal: null,
    restoreBy: null,
    resume: null,
    signal: new AbortController().signal,
    ...over
  });
  return {simulator, options};
}

async function read(folder: string) {
  const names = (await readdir(join(folder, "as-served"))).sort();
  const stages: StageRecord[] = [];
  const requests: RequestRecord[] = [];
  for (const name of names) {
    const text = name.endsWith(".gz") ? "" : await readFile(join(folder, "as-served", name), "utf8");
    if (name.endsWith(".requests.jsonl"))
      requests.push(
        ...text
          .trim()
          .split("\n")
          .map((line) => RequestRecord.parse(JSON.parse(line)))
      );
    else if (name.endsWith(".json")) stages.push(StageRecord.parse(JSON.parse(text)));
  }
  return {names, stages, requests};
}

describe("an attached campaign", () => {
  it("runs its stages over real HTTP and seals evidence that verifies", async () => {
    const {options} = await prepared();
    const result = await runCampaign(await options(), effects);
    const {names, stages, requests} = await read(result.folder);
    expect(names.filter((name) => name.endsWith(".json"))).toEqual(["00-preflight.json", "01-capacity-1k-c2.json"]);
    expect(stages[0]?.checks.map((check) => [check.check_id, check.verdict])).toEqual([
      ["smoke", "pass"],
      ["tools", "pass"]
    ]);
    const point = requests.filter((one) => one.stage === "01-capacity-1k-c2" && one.phase === "measured");
    expect(point.map((one) => one.index).sort()).toEqual([0, 1, 2, 3, 4, 5]);
    for (const one of point) {
      expect(one.status).toBe("ok");
      expect(Math.abs((one.prompt_tokens ?? 0) - 1024) / 1024).toBeLessThan(0.02);
      expect(one.cached_tokens).toBe(0);
    }
    expect(new Set(point.map((one) => one.prompt_sha256)).size).toBe(6);
    expect((await verifyCampaign(result.folder, {deep: true})).problems).toEqual([]);
  });

  it("counts every request that the server counted", async () => {
    const {options} = await prepared();
    const {folder} = await runCampaign(await options(), effects);
    const {stages, requests} = await read(folder);
    for (const stage of stages) {
      const served = (stage.server_after?.requests_total ?? 0) - (stage.server_before?.requests_total ?? 0);
      expect(served, stage.stage).toBe(requests.filter((one) => one.stage === stage.stage).length);
    }
  });

  it("says that restoration is not applicable, and leaves the server as it was", async () => {
    const {options} = await prepared();
    const {folder, restored} = await runCampaign(await options(), effects);
    const record = JSON.parse(await readFile(join(folder, "restoration.json"), "utf8")) as {applicable: boolean};
    expect(record.applicable).toBe(false);
    expect(restored).toBe(true);
  });

  it("keeps the API key out of every file, though the server shows its own", async () => {
    const {options} = await prepared();
    const {folder} = await runCampaign(await options(), effects);
    for (const entry of await readdir(folder, {recursive: true, withFileTypes: true})) {
      if (!entry.isFile()) continue;
      const bytes = await readFile(join(entry.parentPath, entry.name));
      expect(bytes.includes(KEY), entry.name).toBe(false);
    }
  });

  it("goes on after an interrupt with what is missing, every planned request exactly once", async () => {
    const {options} = await prepared();
    const stop = new AbortController();
    let talked = 0;
    const interruptedEffects = {...effects, talk: () => void (talked += 1)};
    const first = await options({signal: stop.signal, onFolder: (folder) => void watchFor(folder, stop)});
    const before = await runCampaign(first, interruptedEffects);
    expect(before.interrupted).toBe(true);
    expect(talked).toBeGreaterThan(0);
    const after = await runCampaign(await options({resume: before.campaignId}), effects);
    expect(after.interrupted).toBe(false);
    expect(after.folder).toBe(before.folder);
    const {requests, stages} = await read(after.folder);
    const tools = requests.filter((one) => one.purpose === "tools").map((one) => one.index);
    expect(tools.sort((a, b) => a - b)).toEqual(Array.from({length: 20}, (_, i) => 300 + i));
    const preflight = stages.filter((stage) => stage.kind === "preflight");
    expect(preflight.length).toBe(2);
    expect(preflight.reduce((sum, stage) => sum + (stage.settings.n_planned ?? 0), 0)).toBe(21);
    expect(preflight[1]?.checks.map((check) => check.verdict)).toEqual(["pass", "pass"]);
    expect((await verifyCampaign(after.folder, {deep: true})).problems).toEqual([]);
  });

  it("refuses to go on from another plan", async () => {
    const {options} = await prepared();
    const done = await runCampaign(await options(), effects);
    const other = await options({resume: done.campaignId});
    other.loaded.plan.sha256 = "0".repeat(64);
    await expect(runCampaign(other, effects)).rejects.toMatchObject({code: "resume.other-plan", exitCode: 2});
  });

  it("touches nothing when the server does not answer", async () => {
    const {options, simulator} = await prepared();
    await simulator.close();
    open.length = 0;
    const given = await options();
    await expect(runCampaign(given, effects)).rejects.toMatchObject({code: "host.unreachable", exitCode: 2});
    expect(await readdir(given.evidence).catch(() => [])).toEqual([]);
  });
});

/** Interrupts the campaign once a few tool calls are recorded. */
async function watchFor(folder: string, stop: AbortController): Promise<void> {
  for (let i = 0; i < 2000 && !stop.signal.aborted; i += 1) {
    const text = await readFile(join(folder, "as-served", "00-preflight.requests.jsonl"), "utf8").catch(() => "");
    if (text.split("\n").length > 6) return stop.abort(new Error("interrupted"));
    await effects.sleep(5);
  }
}
