import {createServer, type AddressInfo} from "node:net";
import type {ProfileRecord} from "../../../src/schema/campaign.js";
import type {Plan} from "../../../src/schema/plan.js";
import type {Recipe} from "../../../src/schema/recipe.js";
import {Problem} from "../../../src/schema/problem.js";
import {chatDialect, httpClient} from "../../host/client/index.js";
import {openContainers} from "../../host/containers/index.js";
import type {EvidenceWriter} from "../../record/index.js";
import {lockHost} from "../lock.js";
import type {LoadedPlan} from "../plan/readPlan.js";
import {realRestoreEffects} from "../restore/realRestoreEffects.js";
import {startWatchdog, type Watchdog} from "../watchdog/startWatchdog.js";
import {attachedHost} from "./attachedHost.js";
import type {CampaignHost} from "./campaignHost.js";
import {lookAtHost, type HostSight} from "./lookAtHost.js";
import {managedHost} from "./managedHost.js";
import type {RunEffects} from "./runEffects.js";

/** Where a rehearsal runs instead of the plan's host. */
export interface Rehearsal {
  baseUrl: string;
  nvidiaSmi: string[] | null;
  dockerHost: string | null;
  timeScale: number;
}

export interface HostChoice {
  rehearsal: Rehearsal | null;
  /** Hard deadline after which the watchdog restores; null: none. */
  restoreBy: Date | null;
}

/** A host that was looked at and not yet touched. */
export interface LookedHost {
  nvidiaSmi: string[] | null;
  host(writer: EvidenceWriter, gpu: string | null): CampaignHost;
  close(): Promise<void>;
}

/** Looks at the plan's host (or the rehearsal's) and takes its lock. Throws a Problem when it cannot be measured; nothing is touched. */
export async function openHost(
  choice: HostChoice,
  loaded: LoadedPlan,
  apiKey: string | null,
  effects: RunEffects
): Promise<LookedHost> {
  const plan = loaded.plan.value;
  const nvidiaSmi = choice.rehearsal
    ? choice.rehearsal.nvidiaSmi
    : plan.host.nvidia_smi === "none"
      ? null
      : plan.host.nvidia_smi;
  return plan.lifecycle === "managed"
    ? openManaged(choice, loaded, apiKey, nvidiaSmi, effects)
    : openAttached(choice, plan, apiKey, nvidiaSmi, effects);
}

async function openAttached(
  choice: HostChoice,
  plan: Plan,
  apiKey: string | null,
  nvidiaSmi: string[] | null,
  effects: RunEffects
): Promise<LookedHost> {
  const baseUrl = choice.rehearsal?.baseUrl ?? plan.host.base_url ?? "";
  const client = httpClient({baseUrl, apiKey});
  const unlock = await lockHost(baseUrl, effects.env).catch(async (error: unknown) => {
    await client.close();
    throw error;
  });
  const close = async () => {
    await client.close();
    await unlock();
  };
  try {
    const sight = await lookAtHost(client, plan.profiles[0]?.served_model ?? null);
    const known = /^(sglang|vllm|llama\.cpp)$/.test(sight.look.engine ?? "");
    const dialect = known ? "engine" : await chatDialect(client, sight.model);
    return {
      nvidiaSmi,
      host(writer, gpu) {
        const host = attachedHost(writer, {
          client,
          ...sight,
          look: {...sight.look, gpu},
          nvidiaSmi,
          dialect,
          mayFlush: plan.host.flush_ok || choice.rehearsal !== null,
          now: effects.now
        });
        return {...host, close};
      },
      close
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openManaged(
  choice: HostChoice,
  loaded: LoadedPlan,
  apiKey: string | null,
  nvidiaSmi: string[] | null,
  effects: RunEffects
): Promise<LookedHost> {
  const plan = loaded.plan.value;
  const socket = choice.rehearsal?.dockerHost;
  if (choice.rehearsal && !socket)
    throw new Problem(
      "rehearsal.no-engine",
      "The simulator offers no container engine, so a managed plan cannot be rehearsed",
      {
        left: "nothing was started",
        next: "rehearse an attached plan"
      }
    );
  const env = socket ? {...effects.env, DOCKER_HOST: `unix://${socket}`} : effects.env;
  const scale = choice.rehearsal?.timeScale ?? 1;
  const real = realRestoreEffects({env, talk: (sentence) => effects.talk(sentence, false)});
  const restoreEffects = choice.rehearsal
    ? {...real, graceS: 2, settleS: 10, engineS: 200, sleep: (ms: number) => effects.sleep(Math.max(50, ms * scale))}
    : real;
  const engine = await openContainers({env}).engine();
  const unlock = await lockHost(engine.id, effects.env);
  const incumbentUrl = choice.rehearsal?.baseUrl ?? plan.incumbent?.base_url ?? "";
  const client = httpClient({baseUrl: incumbentUrl, apiKey});
  // An incumbent that does not run is no error: then there is nothing to stop, and it is not started afterwards.
  const sight = await lookAtHost(client, null).catch(() => null);
  await client.close();
  const recipes = await recipesOf(loaded, choice.rehearsal !== null);
  return {
    nvidiaSmi,
    host(writer, gpu) {
      let watchdog: Watchdog | null = null;
      const host = managedHost(writer, {
        plan,
        recipes,
        base: loaded.base,
        incumbentUrl,
        incumbentModel: sight?.model ?? null,
        incumbentProfile: incumbentProfile(sight, gpu),
        look: sight ? {...sight.look, gpu} : null,
        apiKey,
        nvidiaSmi,
        effects: restoreEffects,
        beforeStop() {
          // A rehearsal's engine ends with this process: nobody could restore it afterwards, and nothing would be lost.
          if (!choice.rehearsal) watchdog = startWatchdog({folder: writer.folder, restoreBy: choice.restoreBy, env});
        }
      });
      return {
        ...host,
        async close() {
          watchdog?.stop();
          await host.close();
          await unlock();
        }
      };
    },
    close: unlock
  };
}

/** Recipes by profile. A rehearsal takes free ports, since the plan's may be in use on this machine. */
async function recipesOf(loaded: LoadedPlan, rehearsal: boolean): Promise<Map<string, Recipe>> {
  const recipes = new Map<string, Recipe>();
  for (const {profile, recipe} of loaded.plan.value.profiles) {
    const value = recipe === null ? undefined : loaded.recipes.get(recipe)?.value;
    if (value) recipes.set(profile, rehearsal ? {...value, host_port: await freePort()} : value);
  }
  return recipes;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const {port} = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

function incumbentProfile(sight: HostSight | null, gpu: string | null): ProfileRecord {
  return {
    profile: "incumbent",
    role: "incumbent",
    recipe: null,
    model: sight?.look.modelPath ?? null,
    model_revision: null,
    image: null,
    image_digest: null,
    served_model: sight?.model ?? null,
    engine: sight?.look.engine ?? null,
    gpu,
    context_tokens: sight?.look.contextLength ?? null,
    concurrency: null,
    settings: sight?.look.settings ?? {}
  };
}
