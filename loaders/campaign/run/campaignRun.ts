import type {Plan} from "../../../src/schema/plan.js";
import type {EvidenceWriter} from "../../record/index.js";
import type {PromptBook} from "../../stages/prompts/promptBook.js";
import {HostOver} from "../../stages/run/hostOver.js";
import {runStage} from "../../stages/run/runStage.js";
import type {Boot, StageContext} from "../../stages/run/stageContext.js";
import type {LoadedPlan} from "../plan/readPlan.js";
import type {CampaignHost, ServerHandle} from "./campaignHost.js";
import {closeInterrupted} from "./closeInterrupted.js";
import {gpuMemory} from "./gpuMemory.js";
import type {Progress} from "./progress.js";
import {earlierRequests, type ResumeState} from "./resumeState.js";
import type {RunEffects} from "./runEffects.js";
import type {Session} from "./schedule.js";
import type {Step} from "./stagesOf.js";
import type {Telemetry} from "./telemetry.js";

/** Everything that the steps of one run share. */
export interface RunSetting {
  writer: EvidenceWriter;
  loaded: LoadedPlan;
  host: CampaignHost;
  telemetry: Telemetry;
  prompts: PromptBook;
  resume: ResumeState;
  progress: Progress;
  timeScale: number | null;
  signal: AbortSignal;
  effects: RunEffects;
}

/** Shortest wait in which the sampler is sure to have read every card, s. */
const SHORTEST_WATCH_S = 0.7;

/** Runs steps of a campaign against a server and keeps the journal. */
export class CampaignRun {
  readonly #kept = new Set<string>();
  readonly #reporting = new Set<string>();

  constructor(readonly setting: RunSetting) {}

  get plan(): Plan {
    return this.setting.loaded.plan.value;
  }

  /** Whether every step of a session was finished by an earlier run. */
  isDone(steps: readonly Step[]): boolean {
    return steps.every((step) => this.setting.resume.finished.has(step.key));
  }

  /** The boot of a session; a run that goes on starts the server anew, so its boot is another one. */
  bootId({profile, boot}: Pick<Session, "boot"> & {profile: {profile: string}}): string {
    const {runs} = this.setting.resume;
    return `${profile.profile}-b${boot}${runs > 0 && this.plan.lifecycle === "managed" ? `-r${runs}` : ""}`;
  }

  /** What stages see of a server's boot. */
  context(profile: string, bootId: string, server: ServerHandle): StageContext {
    const {writer, loaded, telemetry, prompts, timeScale, signal, effects} = this.setting;
    const plan = this.plan;
    const boot: Boot = {bootId, cacheReporting: null, templateTokens: null, tokenizes: null};
    const scale = timeScale ?? 1;
    const sleep = (ms: number) => effects.sleep(Math.max(ms * scale, Math.min(ms, SHORTEST_WATCH_S * 1000)));
    return {
      campaignId: writer.campaignId,
      profile,
      model: server.model,
      boot,
      client: server.client,
      dialect: server.dialect,
      seed: plan.seed,
      temperature: plan.temperature,
      limits: plan.limits,
      contextTokens: server.contextTokens,
      timeScale,
      policy: loaded.policy.value,
      notApplicable: new Map(plan.not_applicable.map((one) => [one.what, one.reason])),
      mayFlush: server.mayFlush,
      prompts,
      memory: telemetry.hasGpus ? gpuMemory(telemetry, sleep) : null,
      lost: server.lost,
      over: () => this.setting.host.over(),
      signal,
      now: effects.now,
      sleep
    };
  }

  /**
   * Runs one step, unless an earlier run finished it; what that run had begun is gone on with. False when the server is lost:
   * then the rest of its boot cannot be measured. An interrupted step leaves a record of what it has, and the abort goes on; so
   * does one on a host that is over, for a later run.
   */
  async step(context: StageContext, step: Step): Promise<boolean> {
    const {writer, telemetry, resume, progress, timeScale, signal} = this.setting;
    if (resume.finished.has(step.key)) {
      progress.end(step, step.key, null);
      return true;
    }
    const begun = resume.begun.get(step.key) ?? [];
    const earlier = await earlierRequests(writer.folder, begun);
    for (const place of begun) await closeInterrupted(writer, place, step.definition, timeScale);
    let stage = "";
    const place = () => `${context.profile}/${stage}`;
    try {
      await telemetry.lookForOthers();
      const record = await runStage(writer, context, step.definition, earlier, {
        onStart: async (name) => {
          stage = name;
          telemetry.place = {profile: context.profile, stage};
          await writer.log("stage.started", {
            key: step.key,
            profile: context.profile,
            stage,
            boot_id: context.boot.bootId
          });
          if (step.definition.kind !== "launch") context.memory?.endIdle();
          progress.begin(step, place());
        },
        onRequest: (one) => progress.request(place(), one),
        onServerReading: async (_, reading) => {
          if (reading.state.cache_reporting === true) await this.#keepReporting(context.boot.bootId);
          await telemetry.server(reading);
        }
      });
      await this.#keepPrompts();
      await writer.log("stage.ended", {
        key: step.key,
        profile: context.profile,
        stage,
        failure: record.failure?.code ?? null,
        // Both clocks at one instant: a step of the wall clock shows between two such pairs.
        monotonic_ns: String(process.hrtime.bigint()),
        wall: new Date().toISOString()
      });
      progress.end(step, place(), record.failure ? `failed: ${record.failure.message}` : null);
      telemetry.place = {profile: context.profile, stage: null};
      return record.failure === null || !STOPS_BOOT.test(record.failure.code);
    } catch (error) {
      const over = error instanceof HostOver ? error.reason : null;
      if ((signal.aborted || over !== null) && stage !== "") {
        await this.#keepPrompts();
        await closeInterrupted(writer, {profile: context.profile, stage}, step.definition, timeScale, over?.message);
      }
      if (over === null) throw error;
      progress.end(step, place(), over.message);
      return false;
    }
  }

  /** One boot of a profile: its launch where the host is managed, then its stages. */
  async session(session: Session, steps: readonly Step[], last: boolean): Promise<void> {
    const {host, telemetry, writer, signal} = this.setting;
    const name = session.profile.profile;
    if (this.isDone(steps)) {
      for (const step of steps) this.setting.progress.end(step, step.key, null);
      if (last) await host.end(name, true);
      return;
    }
    const bootId = this.bootId(session);
    const {server, launch} = host.boot(session.profile, bootId, signal);
    const context = this.context(name, bootId, server);
    try {
      let up = true;
      if (launch) {
        up = await this.step(context, {
          key: `${name}/b${session.boot}/launch-${this.setting.resume.runs}`,
          definition: launch
        });
      }
      await telemetry.adopt();
      if (!launch) await context.memory?.watch(1);
      for (const step of steps) {
        if (up) up = await this.step(context, step);
        if (!up) break;
      }
      if (!up) await writer.log("session.cut", {profile: name, boot_id: bootId});
    } finally {
      const log = await host.end(name, last || signal.aborted);
      if (log !== null) await this.#keepLog(name, bootId, log);
    }
  }

  async #keepLog(profile: string, bootId: string, log: string): Promise<void> {
    const {writer} = this.setting;
    const stage = await writer.nextStage(profile, `container-${bootId.replace(/[^a-z0-9-]/gi, "-").toLowerCase()}`);
    await writer.stage(profile, stage).writeLog(log);
  }

  /** What makes an absent cached count a 0 stands before the first request that rests on it: a stage's record comes too late for a kill. */
  async #keepReporting(bootId: string): Promise<void> {
    if (this.#reporting.has(bootId)) return;
    this.#reporting.add(bootId);
    await this.setting.writer.log("cache.reported", {boot_id: bootId});
  }

  /** Newly calibrated prompts go into the journal, so that a run that goes on sends the same ones. */
  async #keepPrompts(): Promise<void> {
    const {prompts, writer} = this.setting;
    const words = Object.fromEntries(Object.entries(prompts.all()).filter(([label]) => !this.#kept.has(label)));
    if (Object.keys(words).length === 0) return;
    for (const label of Object.keys(words)) this.#kept.add(label);
    await writer.log("prompts", {words});
  }
}

/** Failures after which the boot is over; other failures are a stage's own. */
const STOPS_BOOT =
  /^(server\.|exited|out-of-memory|container-missing|engine-|never-healthy|healthy-but-silent|port-taken|image-|digest-|gpu-driver-missing|mount-missing|name-conflict)/;
