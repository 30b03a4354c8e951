/** Runs a small campaign against the simulator with one fault, in this process, and tells what it turned. */
import {mkdir, mkdtemp, readdir, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {readPlan} from "../../loaders/campaign/plan/readPlan.js";
import {runCampaign} from "../../loaders/campaign/run/runCampaign.js";
import {startSimulator} from "../../loaders/simulator/index.js";
import {openDatabase} from "../../src/analysis/database.js";
import {decide} from "../../src/analysis/decide.js";

const timeScale = 0.02;

/** Speak of this process and machine, or of a small plan, and not of the host: they come and go with the load. */
const ofTheMachine = new Set(["client-bound", "warmup-leak", "clock-step", "few-samples"]);

const policy = `schema = "assay.policy/v1"
name = "small"
[preflight]
long_prompt_tokens = 6_000
[quality]
attempts = ATTEMPTS
[multimodal]
attempts = 6
[endurance]
requests = 10
`;

const plan = `lifecycle = "attached"
policy = "policy.toml"
[campaign]
slug = "fault"
[host]
hardware = "simulated"
[limits]
stall_s = 4
first_output_s = 30
total_s = 60
settle_s = 0.2
[simulator]
time_scale = ${timeScale}
[[profiles]]
profile = "p"
[profiles.stages]
preflight = true
thinking = true
quality = true
multimodal = true
reserve = true
endurance = {requests = 10, nominal_prompt_tokens = 2048, max_tokens = 72}
capacity = [{nominal_prompt_tokens = 4096, max_tokens = 80, repeats = 6}]
`;

/** Words for what did not pass, in the form of a fault's `turns`. */
export type Effects = string[];

interface StageFile {
  kind: string;
  checks?: {check_id: string; verdict: string}[];
  notes?: string[];
  failure?: {code: string} | null;
}

async function stageFiles(folder: string): Promise<StageFile[]> {
  const names = (await readdir(join(folder, "p"))).filter((name) => /^[^.]+\.json$/.test(name));
  return Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(folder, "p", name), "utf8")) as StageFile)
  );
}

/** What the stages say: checks that failed, notes that only a fault brings, failures by their code. */
function saidByStages(stages: StageFile[]): string[] {
  return stages.flatMap(({kind, checks = [], notes = [], failure}) => [
    ...(kind === "preflight"
      ? checks.filter(({verdict}) => verdict === "fail").map(({check_id}) => `check:${check_id}`)
      : []),
    ...(notes.some((note) => /distinct answers|no flush/.test(note)) ? [`note:${kind}`] : []),
    ...(failure ? [`failure:${failure.code}`] : [])
  ]);
}

/** Runs the campaign with a fault; null: with none. More than five coding attempts ask a task more than once. */
export async function rehearse(fault: string | null, codingAttempts = 5): Promise<Effects> {
  const folder = await mkdtemp(join(tmpdir(), "assay-fault-"));
  const simulator = await startSimulator({
    timeScale,
    seed: 3,
    faults: fault === null ? [] : [fault],
    model: {contextTokens: 16_384, stepMs: 5, draftStepMs: 0, verifyMs: 0}
  });
  try {
    await writeFile(join(folder, "policy.toml"), policy.replace("ATTEMPTS", String(codingAttempts)));
    await writeFile(join(folder, "plan.toml"), plan);
    const evidence = join(folder, "evidence");
    await mkdir(evidence);
    const {baseUrl, nvidiaSmiArgv} = simulator;
    const result = await runCampaign(
      {
        loaded: await readPlan(join(folder, "plan.toml")),
        evidence,
        date: "2026-01-02",
        resume: null,
        restoreBy: null,
        signal: new AbortController().signal,
        rehearsal: {baseUrl, nvidiaSmi: nvidiaSmiArgv, dockerHost: null, timeScale}
      },
      {
        env: {},
        now: () => new Date(),
        sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        talk: () => undefined,
        interactive: false
      }
    );
    const db = await openDatabase(evidence, {campaigns: [result.campaignId]});
    try {
      const decision = await decide(db, result.campaignId);
      const failed = decision.gates.filter(({verdict}) => verdict === "fail").map(({gate}) => `gate:${gate}`);
      const rules = decision.findings.filter(({rule}) => !ofTheMachine.has(rule)).map(({rule}) => `finding:${rule}`);
      const rates = decision.values.filter(({name, value}) => name.startsWith("decode_tok_s") && value !== null);
      const nulls = rates.length ? [] : ["null:decode_tok_s"];
      return [...new Set([...failed, ...rules, ...nulls, ...saidByStages(await stageFiles(result.folder))])].sort();
    } finally {
      db.close();
    }
  } finally {
    await simulator.close();
    await rm(folder, {recursive: true, force: true});
  }
}
