import {existsSync} from "node:fs";
import {join} from "node:path";
import type {RestorationRecord} from "../../src/schema/host.js";
import {Problem} from "../../src/schema/problem.js";
import type {Recipe} from "../../src/schema/recipe.js";
import {CAMPAIGN_LABEL, HostFailure, type ContainerState, type Readiness} from "../host/containers/index.js";
import type {ProbeSpec} from "../host/probes/index.js";
import type {EvidenceWriter} from "../record/index.js";
import {HostOver} from "../stages/run/hostOver.js";
import {restoreEvent} from "./events.js";
import {hostSnapshot} from "./restore/hostSnapshot.js";
import {readRestoreState} from "./restore/readRestoreState.js";
import type {RestoreEffects} from "./restore/restoreEffects.js";
import type {RestoreState} from "./restore/restoreState.js";
import {restoreWithin} from "./restore/restoreWithin.js";

export interface IncumbentOptions {
  container: string;
  baseUrl: string;
  healthPath?: string;
  servedModel: string | null;
  apiKeyEnv: string | null;
  probes: ProbeSpec[];
  /** null: the plan says none. */
  nvidiaSmi: string[] | null;
  launchS: number;
  /** The redacted /server_info; null when there is none. */
  serverInfo?: () => Promise<unknown>;
}

export interface Candidate {
  id: string;
  name: string;
  profile: string;
  recipe: Recipe;
}

/**
 * A managed host through one campaign. It does each deed and writes its line of the journal in the order by which a kill at any
 * instant can be restored: snapshot, create every candidate, stop, start and remove candidates, restore.
 */
export class IncumbentHost {
  constructor(
    private readonly writer: EvidenceWriter,
    private readonly options: IncumbentOptions,
    private readonly effects: RestoreEffects,
    readonly id: string
  ) {}

  /** Creates, and does not start, a profile's candidate. Do it for every profile before `stopIncumbent`. */
  async create(profile: string, recipe: Recipe, base: string): Promise<Candidate> {
    const name = `assay-${this.writer.campaignId}-${profile}`.toLowerCase();
    const {containers, env} = this.effects;
    const campaign = this.writer.campaignId;
    // One that a killed run of this campaign left is made anew: nobody knows what it has served.
    const left = await containers.find(name);
    if (left?.identity.labels[CAMPAIGN_LABEL] === campaign)
      await this.remove({id: left.identity.id, name, profile, recipe});
    const id = await containers.create(recipe, {campaign, profile, name, environment: env, base});
    await this.writer.log(...restoreEvent("candidate.created", {id, name, profile}));
    return {id, name, profile, recipe};
  }

  /** Stops the incumbent. From the line before it until `restored`, the journal says that it must come back. */
  async stopIncumbent(graceS = 60): Promise<void> {
    await this.writer.log(...restoreEvent("incumbent.stopping", {id: this.id}));
    await this.effects.containers.stop(this.id, graceS);
    await this.writer.log(...restoreEvent("incumbent.stopped", {id: this.id}));
  }

  /**
   * Starts a candidate and waits for health and a token. Fails with a HostFailure that carries the log's tail; with HostOver as
   * soon as `over` says that nothing more can be measured.
   */
  async start(
    candidate: Candidate,
    bootId: string,
    until: {signal?: AbortSignal; over?: () => HostOver["reason"] | null} = {}
  ): Promise<Readiness> {
    const {containers} = this.effects;
    const {id, recipe, profile} = candidate;
    await containers.start(id).catch(async (error: unknown) => {
      const tail = await containers.tail(id, 40).catch(() => []);
      throw error instanceof HostFailure ? error.withLog(tail) : error;
    });
    await this.writer.log(...restoreEvent("candidate.started", {id, profile, boot_id: bootId}));
    return this.effects.waitReady(this.baseUrl(recipe), {
      healthPath: recipe.health_path,
      servedModel: recipe.served_model,
      apiKey: this.apiKey(),
      limitS: this.options.launchS,
      state: async () => {
        const over = until.over?.() ?? null;
        if (over !== null) throw new HostOver(over);
        return containers.find(id);
      },
      logTail: () => containers.tail(id, 40),
      ...(until.signal ? {signal: until.signal} : {})
    });
  }

  /** Where a candidate of this recipe answers. */
  baseUrl(recipe: Recipe): string {
    return `http://127.0.0.1:${recipe.host_port ?? recipe.port}`;
  }

  /** Stops a candidate and keeps it, so that `start` boots it again. */
  async stop(candidate: Candidate, graceS = 30): Promise<void> {
    const state = await this.effects.containers.find(candidate.id);
    if (state?.running) await this.effects.containers.stop(candidate.id, graceS);
  }

  async remove(candidate: Candidate, graceS = 30): Promise<void> {
    const {id, name} = candidate;
    await this.stop(candidate, graceS);
    await this.effects.containers.remove(id);
    await this.writer.log(...restoreEvent("candidate.removed", {id, name}));
  }

  /**
   * Calls `onBack` whenever the incumbent runs although it should be down (a restart policy, its owner, a person), until `signal`
   * aborts. The engine's events tell at once; where they have a gap, since the engine itself was away, the container is looked at.
   */
  async guard(onBack: (at: string) => void, signal: AbortSignal): Promise<void> {
    const {containers, sleep} = this.effects;
    while (!signal.aborted) {
      const events = containers
        .watch((event) => {
          if (event.id === this.id && event.action === "start") onBack(event.at);
        }, signal)
        .catch(() => undefined);
      const state = await containers.find(this.id).catch(() => null);
      if (state?.running && !signal.aborted) onBack(state.started_at ?? "an unknown time");
      await events;
      if (!signal.aborted) await sleep(1000);
    }
  }

  /** Notes that somebody else started the incumbent. */
  async noteBack(at: string): Promise<void> {
    await this.writer.log(...restoreEvent("incumbent.back", {id: this.id, at}));
  }

  /** The restore stage: candidates gone, the same container back, proved. Null when it was restored already. */
  restore(): Promise<RestorationRecord | null> {
    return restoreWithin(this.writer, "campaign", this.effects, this.options.serverInfo);
  }

  private apiKey(): string | null {
    const {apiKeyEnv} = this.options;
    return apiKeyEnv === null ? null : (this.effects.env[apiKeyEnv] ?? null);
  }
}

/**
 * Takes the snapshot that everything later is measured against, or, on a resume, finds the one that was taken.
 * Nothing has been touched when it fails. A resume on a host whose incumbent is another container is refused.
 */
export async function openIncumbentHost(
  writer: EvidenceWriter,
  options: IncumbentOptions,
  effects: RestoreEffects
): Promise<IncumbentHost> {
  const incumbent = await effects.containers.find(options.container);
  if (!incumbent)
    throw new HostFailure("container-missing", `There is no container ${options.container}`, {
      where: "plan, incumbent.container",
      left: "Nothing was touched."
    });
  const {snapshot} = await readRestoreState(writer.folder);
  if (snapshot === null) await takeSnapshot(writer, options, incumbent, effects);
  else if (snapshot.id !== incumbent.identity.id) throw another(snapshot, incumbent);
  return new IncumbentHost(writer, options, effects, incumbent.identity.id);
}

function another(snapshot: NonNullable<RestoreState["snapshot"]>, found: ContainerState): Problem {
  return new Problem("incumbent-differs", "The incumbent is not the container that this campaign began with", {
    where: `container ${found.identity.name}`,
    why: `it is ${found.identity.id.slice(0, 12)}, the campaign snapshotted ${snapshot.id.slice(0, 12)}`,
    left: "Nothing was touched.",
    next: "Start a new campaign."
  });
}

async function takeSnapshot(
  writer: EvidenceWriter,
  options: IncumbentOptions,
  incumbent: ContainerState,
  effects: RestoreEffects
): Promise<void> {
  const key = options.apiKeyEnv === null ? null : (effects.env[options.apiKeyEnv] ?? null);
  const healthPath = options.healthPath ?? "/health";
  const ready = incumbent.running
    ? await effects.waitReady(options.baseUrl, {
        healthPath,
        servedModel: options.servedModel,
        apiKey: key,
        limitS: Math.min(60, options.launchS),
        state: () => effects.containers.find(incumbent.identity.id)
      })
    : null;
  const servedModel = ready?.served_model ?? options.servedModel;
  const snapshot = await hostSnapshot(
    {
      incumbent,
      servedModel: ready === null ? null : servedModel,
      health: ready !== null,
      serverInfo: (await options.serverInfo?.().catch(() => null)) ?? null,
      probes: options.probes,
      nvidiaSmi: options.nvidiaSmi,
      folder: writer.folder,
      campaign: writer.campaignId
    },
    effects
  );
  // A kill between the file and its line leaves the file: it is what the host was, and nothing was touched since.
  if (!existsSync(join(writer.folder, "host", "before.json")))
    await writer.writeJson("host/before.json", writer.redactor.value(snapshot));
  await writer.log(
    ...restoreEvent("incumbent.snapshot", {
      id: incumbent.identity.id,
      name: incumbent.identity.name,
      base_url: options.baseUrl,
      health_path: healthPath,
      served_model: servedModel,
      api_key_env: options.apiKeyEnv,
      engine_id: (await effects.containers.engine()).id,
      was_running: incumbent.running,
      before: "host/before.json",
      nvidia_smi: options.nvidiaSmi,
      launch_s: options.launchS,
      probes: options.probes
    })
  );
}
