/** Runs a small campaign against the simulator with one fault, in this process, and tells what it turned. */
import {mkdir, mkdtemp, readdir, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {readPlan} from "../../loaders/campaign/plan/readPlan.js";
import {runCampaign, type RunOptions} from "../../loaders/campaign/run/runCampaign.js";
import {openContainers} from "../../loaders/host/containers/index.js";
import {startSimulator, type Simulator} from "../../loaders/simulator/index.js";
import {openDatabase} from "../../src/analysis/database.js";
import {decide} from "../../src/analysis/decide.js";
import {Problem} from "../../src/schema/problem.js";
import {
  attachedPlan,
  IMAGE,
  managedPlan,
  policyText,
  recipeText,
  TIME_SCALE,
  type PolicyNumbers
} from "./smallPlans.js";

/** Speak of this process and machine, or of a small plan, and not of the host: they come and go with the load. */
const ofTheMachine = new Set(["client-bound", "warmup-leak", "clock-step", "few-samples"]);

/** Words for what did not pass, in the form of a fault's `turns`. */
export type Effects = string[];

export interface RehearseOptions extends Partial<PolicyNumbers> {
  lifecycle: "attached" | "managed";
}

interface StageFile {
  kind: string;
  checks?: {check_id: string; verdict: string}[];
  notes?: string[];
  failure?: {code: string} | null;
}

async function stageFiles(folder: string): Promise<StageFile[]> {
  const files = await readdir(join(folder, "p")).catch(() => []);
  const names = files.filter((name) => /^[^.]+\.json$/.test(name));
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

/** What the decision says of the campaign: gates that failed, findings, and that there is no rate. */
async function saidByDecision(evidence: string, campaignId: string): Promise<string[]> {
  const db = await openDatabase(evidence, {campaigns: [campaignId]});
  try {
    const {gates, findings, values} = await decide(db, campaignId);
    const rates = values.filter(
      ({name, value, id}) => name.startsWith("decode_tok_s") && value !== null && id.startsWith("p/")
    );
    return [
      ...gates.filter(({verdict}) => verdict === "fail").map(({gate}) => `gate:${gate}`),
      ...findings.filter(({rule}) => !ofTheMachine.has(rule)).map(({rule}) => `finding:${rule}`),
      ...(rates.length > 0 ? [] : ["null:decode_tok_s"])
    ];
  } finally {
    db.close();
  }
}

/** Runs the plan; what it rejects with is an effect as well. */
async function campaign(simulator: Simulator, folder: string): Promise<{campaignId: string; failure: string[]}> {
  const {baseUrl, nvidiaSmiArgv, dockerHost} = simulator;
  const evidence = join(folder, "evidence");
  const options: RunOptions = {
    loaded: await readPlan(join(folder, "plan.toml")),
    evidence,
    date: "2026-01-02",
    resume: null,
    restoreBy: null,
    signal: new AbortController().signal,
    rehearsal: {baseUrl, nvidiaSmi: nvidiaSmiArgv, dockerHost, timeScale: TIME_SCALE}
  };
  const failure = await runCampaign(options, {
    env: {ASSAY_STATE_DIR: join(folder, "state")},
    now: () => new Date(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    talk: () => undefined,
    interactive: false
  }).then(
    () => [],
    (error: unknown) => {
      if (error instanceof Problem) return [`failure:${error.code}`];
      throw error;
    }
  );
  return {campaignId: "2026-01-02-fault", failure};
}

/** Whether the incumbent, the same container, runs when the campaign is over. */
async function incumbentUp({dockerHost}: Simulator): Promise<boolean> {
  if (dockerHost === null) return true;
  const containers = openContainers({env: {DOCKER_HOST: `unix://${dockerHost}`}});
  return (await containers.find("prod"))?.running === true && (await containers.candidates(null)).length === 0;
}

/** Runs the campaign with a fault (null: with none) and tells all that it turned, sorted. */
export async function rehearse(fault: string | null, options: RehearseOptions): Promise<Effects> {
  const managed = options.lifecycle === "managed";
  const folder = await mkdtemp(join(tmpdir(), "assay-fault-"));
  const simulator = await startSimulator({
    timeScale: TIME_SCALE,
    seed: 3,
    faults: fault === null ? [] : [fault],
    model: {contextTokens: 16_384, stepMs: 5, draftStepMs: 0, verifyMs: 0, ...(managed ? {bootMs: 20_000} : {})},
    ...(managed ? {managed: {incumbent: {name: "prod"}, images: [IMAGE]}} : {})
  });
  try {
    await writeFile(join(folder, "policy.toml"), policyText({attempts: 5, loopDelayMs: 2, ...options}));
    await writeFile(join(folder, "plan.toml"), managed ? managedPlan : attachedPlan);
    await writeFile(join(folder, "p.toml"), recipeText);
    await mkdir(join(folder, "evidence"));
    const {campaignId, failure} = await campaign(simulator, folder);
    const evidence = join(folder, "evidence");
    const said = [
      ...failure,
      ...saidByStages(await stageFiles(join(evidence, campaignId))),
      ...(await saidByDecision(evidence, campaignId)),
      ...((await incumbentUp(simulator)) ? [] : ["incumbent:down"])
    ];
    return [...new Set(said)].sort();
  } finally {
    await simulator.close();
    await rm(folder, {recursive: true, force: true});
  }
}
