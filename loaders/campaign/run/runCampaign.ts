import {existsSync} from "node:fs";
import {join} from "node:path";
import type {Manifest} from "../../../src/schema/journal.js";
import {Problem} from "../../../src/schema/problem.js";
import {createCampaign, makeRedactor, openCampaign, type EvidenceWriter} from "../../record/index.js";
import {PromptBook} from "../../stages/prompts/promptBook.js";
import type {LoadedPlan} from "../plan/readPlan.js";
import {CampaignRun} from "./campaignRun.js";
import {campaignRecord} from "./campaignRecord.js";
import type {CampaignHost} from "./campaignHost.js";
import {measureIncumbent, incumbentSteps, type IncumbentMemory} from "./measureIncumbent.js";
import {keepSettings} from "./keepSettings.js";
import {openHost, type HostChoice} from "./openHost.js";
import {planSecrets} from "./planSecrets.js";
import {LAUNCH_WEIGHT, Progress, weightOf} from "./progress.js";
import {FRESH, readResumeState} from "./resumeState.js";
import {realRunEffects, type RunEffects} from "./runEffects.js";
import {schedule} from "./schedule.js";
import {stagesOf} from "./stagesOf.js";
import {Telemetry} from "./telemetry.js";

export interface RunOptions extends HostChoice {
  loaded: LoadedPlan;
  /** Folder that holds the campaigns. */
  evidence: string;
  /** YYYY-MM-DD, the campaign's date. */
  date: string;
  /** Id of a campaign to go on with; null starts a new one. */
  resume: string | null;
  signal: AbortSignal;
  /** Told when the campaign has its folder. */
  onFolder?(folder: string): void;
}

export interface RunResult {
  campaignId: string;
  folder: string;
  manifest: Manifest;
  interrupted: boolean;
  /** Why it ended before its plan did (the incumbent came back); null when it did not. */
  cut: string | null;
  /** Every required field of the restoration was proved, or none was needed. */
  restored: boolean;
}

/**
 * Runs a campaign from a plan, or goes on with one. Whatever happens after the incumbent was stopped, it is brought back before
 * this resolves or rejects, and what was measured is sealed. Rejects with a Problem; exit code 3 when it could not be brought back.
 */
export async function runCampaign(options: RunOptions, given: RunEffects = realRunEffects): Promise<RunResult> {
  const {loaded, signal} = options;
  const plan = loaded.plan.value;
  const apiKey = plan.host.api_key_env === null ? null : (given.env[plan.host.api_key_env] ?? null);
  const secrets = planSecrets(loaded, given.env);
  const {text} = makeRedactor(secrets);
  const effects: RunEffects = {...given, talk: (line, transient) => given.talk(text(line), transient)};
  const looked = await openHost(options, loaded, apiKey, effects);
  const {writer, resume} = await open(options, secrets).catch(async (error: unknown) => {
    await looked.close();
    throw error;
  });
  options.onFolder?.(writer.folder);
  const timeScale = options.rehearsal?.timeScale ?? null;
  const telemetry = new Telemetry(writer, looked.nvidiaSmi, effects.now, options.rehearsal ? 300 : 500);
  let host: CampaignHost | null = null;
  let interrupted = false;
  let failure: unknown = null;
  let restored = true;
  let cut: string | null = null;
  try {
    await writer.log("run.started", {plan_sha256: loaded.plan.sha256, pid: process.pid});
    const gpu = await telemetry.start(resume.runs === 0 ? "" : `-${resume.runs + 1}`);
    host = looked.host(writer, gpu);
    await writeFirst(writer, options, host, effects);
    const sessions = schedule(plan).map((session) => ({
      session,
      steps: stagesOf(plan, loaded.policy.value, session.profile, session.boot)
    }));
    const memory: IncumbentMemory = {greedy: null};
    const before = incumbentSteps(plan, host, "before", memory);
    const after = incumbentSteps(plan, host, "after", memory);
    const all = [...before, ...sessions.flatMap((one) => one.steps), ...after];
    const run = new CampaignRun({
      writer,
      loaded,
      host,
      telemetry,
      prompts: new PromptBook(writer.campaignId, plan.seed),
      resume,
      progress: new Progress(
        all.reduce((sum, step) => sum + weightOf(step), 0) +
          (plan.lifecycle === "managed" ? sessions.length * LAUNCH_WEIGHT : 0),
        effects.talk,
        () => host?.downSince() ?? null,
        effects.now,
        effects.interactive
      ),
      timeScale,
      signal,
      effects
    });
    run.setting.prompts.restore(resume.words);
    await host.prepare();
    signal.throwIfAborted();
    await measureIncumbent(run, before, "before");
    try {
      if (sessions.some(({steps}) => !run.isDone(steps))) await host.takeDown();
      for (const [i, {session, steps}] of sessions.entries()) {
        if (host.over() !== null) break;
        const last = !sessions.slice(i + 1).some((later) => later.session.profile === session.profile);
        await run.session(session, steps, last);
      }
    } finally {
      cut = host.over()?.message ?? null;
      effects.talk("bringing the host back to where it was", false);
      restored = await host.restore();
    }
    // Whoever started it may be using it: it is proved, and not measured.
    if (cut === null) await measureIncumbent(run, after, "after");
  } catch (error) {
    if (signal.aborted && !(error instanceof Problem && error.exitCode === 3)) interrupted = true;
    else failure = error;
    if (host && !(error instanceof Problem && error.exitCode === 3)) restored = (await host.restore()) && restored;
  } finally {
    await telemetry.stop();
    await (host ?? looked).close();
  }
  if (telemetry.problem !== null) await writer.log("telemetry.ended", {problem: telemetry.problem});
  const manifest = await writer.seal({interrupted, cut, failure: failure instanceof Error ? failure.message : null});
  if (failure !== null) throw failure;
  return {campaignId: writer.campaignId, folder: writer.folder, manifest, interrupted, cut, restored};
}

async function open(options: RunOptions, secrets: string[]) {
  const {loaded, resume: id} = options;
  if (id === null)
    return {
      writer: await createCampaign({
        evidence: options.evidence,
        id: `${options.date}-${loaded.plan.value.campaign.slug}`,
        secrets
      }),
      resume: FRESH
    };
  const {writer} = await openCampaign(join(options.evidence, id), {secrets});
  const resume = await readResumeState(writer.folder);
  // A journal that names no plan was killed before anything was begun.
  if (resume.planSha256 !== null && resume.planSha256 !== loaded.plan.sha256) {
    await writer.close();
    throw new Problem(
      "resume.other-plan",
      "The campaign was started from another plan, or the plan was changed since",
      {
        where: writer.folder,
        left: "the campaign as it is",
        next: `resume with ${join(writer.folder, "plan.toml")} put back in its place, or start a new campaign`
      }
    );
  }
  return {writer, resume};
}

/** Writes what a campaign begins with; a run that goes on adds what a kill kept from being written. */
async function writeFirst(
  writer: EvidenceWriter,
  options: RunOptions,
  host: CampaignHost,
  effects: RunEffects
): Promise<void> {
  const {loaded, rehearsal} = options;
  await keepSettings(writer, loaded);
  if (existsSync(join(writer.folder, "campaign.json"))) return;
  const record = await campaignRecord({
    campaignId: writer.campaignId,
    loaded,
    simulated: rehearsal !== null,
    timeScale: rehearsal?.timeScale ?? null,
    startedAt: effects.now(),
    look: host.look,
    incumbent: host.incumbentProfile
  });
  await writer.writeJson("campaign.json", writer.redactor.value(record));
}
