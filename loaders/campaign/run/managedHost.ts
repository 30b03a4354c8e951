import type {ProfileRecord} from "../../../src/schema/campaign.js";
import type {Plan} from "../../../src/schema/plan.js";
import type {Recipe} from "../../../src/schema/recipe.js";
import {httpClient, readServerState, type HostClient} from "../../host/client/index.js";
import type {EvidenceWriter} from "../../record/index.js";
import {openIncumbentHost, type Candidate, type IncumbentHost} from "../incumbentHost.js";
import type {RestoreEffects} from "../restore/restoreEffects.js";
import {settle} from "../restore/settle.js";
import type {CampaignHost, Failure, ServerHandle} from "./campaignHost.js";
import type {HostLook} from "./campaignRecord.js";
import {IncumbentGuard} from "./incumbentGuard.js";
import {launchStage} from "./launchStage.js";

export interface ManagedOptions {
  plan: Plan;
  /** By profile. */
  recipes: Map<string, Recipe>;
  /** Folder that the recipes' paths are relative to. */
  base: string;
  incumbentUrl: string;
  /** The incumbent as it answered before anything was touched; null when it does not run. */
  incumbentModel: string | null;
  incumbentProfile: ProfileRecord;
  look: HostLook | null;
  apiKey: string | null;
  nvidiaSmi: string[] | null;
  effects: RestoreEffects;
  /** Called before the incumbent is stopped: the watchdog starts here. */
  beforeStop(): void;
}

const LOG_LINES = 20_000;

/** A host whose containers the campaign stops and starts; the incumbent is brought back at its end. */
export function managedHost(writer: EvidenceWriter, options: ManagedOptions): CampaignHost {
  const {effects, plan, apiKey} = options;
  const {containers} = effects;
  const clients: HostClient[] = [];
  const candidates = new Map<string, Candidate>();
  let host: IncumbentHost | null = null;
  let down: Date | null = null;
  let incumbentClient: HostClient | null = null;
  const guard = new IncumbentGuard(plan.incumbent?.container ?? "", (at) => {
    effects.talk(`the incumbent was started at ${at}, not by this campaign: what is measured ends here`);
    void host?.noteBack(at).catch(() => undefined);
  });
  const open = (baseUrl: string) => {
    const client = httpClient({baseUrl, apiKey});
    clients.push(client);
    return client;
  };
  const ready = () => {
    if (!host) throw new Error("the host is used before it is prepared");
    return host;
  };
  return {
    look: options.look,
    incumbentProfile: options.incumbentProfile,
    async prepare() {
      const client = (incumbentClient ??= open(options.incumbentUrl));
      host = await openIncumbentHost(
        writer,
        {
          container: plan.incumbent?.container ?? "",
          baseUrl: options.incumbentUrl,
          servedModel: options.incumbentModel,
          apiKeyEnv: plan.host.api_key_env,
          probes: plan.probes,
          nvidiaSmi: options.nvidiaSmi,
          launchS: plan.limits.launch_s,
          serverInfo: async () => (await readServerState(client)).state.raw
        },
        effects
      );
      for (const [profile, recipe] of options.recipes)
        candidates.set(profile, await host.create(profile, recipe, options.base));
    },
    incumbent: () =>
      options.incumbentModel === null
        ? null
        : {
            dialect: "engine",
            client: (incumbentClient ??= open(options.incumbentUrl)),
            model: options.incumbentModel,
            contextTokens: options.look?.contextLength ?? null,
            mayFlush: plan.host.flush_ok,
            lost: () => Promise.resolve(null)
          },
    async takeDown() {
      if (down) return;
      options.beforeStop();
      down = effects.now();
      await ready().stopIncumbent(effects.graceS);
      guard.start(ready());
      await settle(() => effects.gpus(options.nvidiaSmi, writer.campaignId), null, effects);
    },
    boot(profile, bootId, signal) {
      const candidate = candidates.get(profile.profile);
      if (!candidate) throw new Error(`profile ${profile.profile} has no candidate`);
      const client = open(ready().baseUrl(candidate.recipe));
      const started = {at: null as string | null};
      const server: ServerHandle = {
        client,
        dialect: "engine",
        model: candidate.recipe.served_model,
        contextTokens: profile.context_tokens ?? candidate.recipe.context_tokens,
        mayFlush: true,
        lost: () => lost(candidate, started.at)
      };
      const launch = launchStage({
        profile: profile.profile,
        limitS: plan.limits.launch_s,
        start: async () => {
          const readiness = await ready().start(candidate, bootId, {signal, over: () => guard.back});
          started.at = (await containers.find(candidate.id))?.started_at ?? null;
          return readiness;
        }
      });
      return {server, launch};
    },
    async end(profile, last) {
      const candidate = candidates.get(profile);
      if (!candidate) return null;
      const log = await containers.tail(candidate.id, LOG_LINES).catch(() => []);
      if (last) await ready().remove(candidate, effects.graceS);
      else await ready().stop(candidate, effects.graceS);
      await settle(() => effects.gpus(options.nvidiaSmi, writer.campaignId), null, effects);
      return log.length > 0 ? `${log.join("\n")}\n` : null;
    },
    async restore() {
      guard.stop();
      if (!host) return true;
      const record = await host.restore();
      down = null;
      return (
        record === null || (record.candidate_gone === true && record.fields.every((field) => field.equal === true))
      );
    },
    over: () => guard.back,
    downSince: () => down,
    async close() {
      guard.stop();
      for (const client of clients) await client.close();
    }
  };

  /** A candidate that no longer runs, or runs again, is not the boot that is measured. */
  async function lost(candidate: Candidate, startedAt: string | null): Promise<Failure | null> {
    const state = await containers.find(candidate.id).catch(() => undefined);
    if (state === undefined) return {code: "engine-stopped", message: "The container engine no longer answers"};
    if (state === null) return {code: "container-missing", message: `The container ${candidate.name} is gone`};
    const log_tail = await containers.tail(candidate.id, 40).catch(() => []);
    if (!state.running) {
      const memory = state.oom_killed || state.exit_code === 137;
      return {
        code: memory ? "out-of-memory" : "exited",
        message: `The container ${candidate.name} ${memory ? "was killed for memory" : `exited with code ${state.exit_code ?? "unknown"}`}`,
        log_tail
      };
    }
    if (startedAt !== null && state.started_at !== startedAt)
      return {
        code: "server.restarted",
        message: `The container ${candidate.name} was started again at ${state.started_at ?? "an unknown time"}`,
        log_tail
      };
    return null;
  }
}
