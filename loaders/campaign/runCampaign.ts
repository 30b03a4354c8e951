import {release} from "node:os";
import {statfs} from "node:fs/promises";
import type {Manifest} from "../../src/schema/journal.js";
import {Problem} from "../../src/schema/problem.js";
import {httpClient} from "../host/client/index.js";
import {readGpus} from "../host/gpu/index.js";
import {createCampaign, type EvidenceWriter} from "../record/index.js";
import {PromptBook} from "../stages/prompts/promptBook.js";
import {runStage} from "../stages/run/runStage.js";
import type {StageContext} from "../stages/run/stageContext.js";
import {campaignRecord} from "./campaignRecord.js";
import {lookAtHost} from "./lookAtHost.js";
import type {LoadedPlan} from "./plan/readPlan.js";
import {realRunEffects, type RunEffects} from "./runEffects.js";
import {stagesOf} from "./stagesOf.js";
import {Telemetry} from "./telemetry.js";

/** Where a rehearsal runs instead of the plan's host. */
export interface Rehearsal {
  baseUrl: string;
  nvidiaSmi: string[] | null;
  dockerHost: string | null;
  timeScale: number;
}

export interface RunOptions {
  loaded: LoadedPlan;
  /** Folder that holds the campaigns. */
  evidence: string;
  /** YYYY-MM-DD, the campaign's date. */
  date: string;
  rehearsal: Rehearsal | null;
  signal: AbortSignal;
}

export interface RunResult {
  campaignId: string;
  folder: string;
  manifest: Manifest;
  interrupted: boolean;
}

/** Runs an attached campaign: the server is there, is measured, and is left as it was. */
export async function runCampaign(options: RunOptions, effects: RunEffects = realRunEffects): Promise<RunResult> {
  const {loaded, rehearsal, signal} = options;
  const plan = loaded.plan.value;
  const apiKey = plan.host.api_key_env === null ? null : (effects.env[plan.host.api_key_env] ?? null);
  const baseUrl = rehearsal?.baseUrl ?? plan.host.base_url ?? "";
  const client = httpClient({baseUrl, apiKey});
  try {
    const {look, reading, model} = await lookAtHost(client, plan.profiles[0]?.served_model ?? null);
    const writer = await createCampaign({
      evidence: options.evidence,
      id: `${options.date}-${plan.campaign.slug}`,
      secrets: apiKey ? [apiKey] : []
    });
    const nvidiaSmi = rehearsal ? rehearsal.nvidiaSmi : plan.host.nvidia_smi === "none" ? null : plan.host.nvidia_smi;
    const telemetry = new Telemetry(writer, nvidiaSmi, effects.now);
    let interrupted = false;
    try {
      look.gpu = await telemetry.start("");
      await writePlanFiles(writer, loaded);
      await writer.writeJson(
        "campaign.json",
        await campaignRecord({
          campaignId: writer.campaignId,
          loaded,
          simulated: rehearsal !== null,
          timeScale: rehearsal?.timeScale ?? null,
          startedAt: effects.now(),
          look,
          incumbent: null
        })
      );
      const snapshot = async () => ({
        schema: "assay.host/v1",
        captured_at: effects.now().toISOString(),
        incumbent: null,
        served_model: model,
        health: true,
        server_info: reading.state.raw,
        gpus: await readGpus(nvidiaSmi, writer.campaignId),
        probes: [],
        shm_files: null,
        disk_free_mib: await diskFreeMib(writer.folder),
        kernel: release(),
        engine: null
      });
      await writer.writeJson("host/before.json", await snapshot());
      const prompts = new PromptBook(writer.campaignId, plan.seed);
      for (const profile of plan.profiles) {
        const context: StageContext = {
          campaignId: writer.campaignId,
          profile: profile.profile,
          model: profile.served_model ?? model,
          boot: {bootId: `${profile.profile}-b1`, cacheReporting: null, templateTokens: null, tokenizes: null},
          client,
          seed: plan.seed,
          temperature: plan.temperature,
          limits: plan.limits,
          contextTokens: profile.context_tokens ?? look.contextLength,
          timeScale: rehearsal?.timeScale ?? null,
          policy: loaded.policy.value,
          notApplicable: new Map(plan.not_applicable.map((one) => [one.what, one.reason])),
          mayFlush: plan.host.flush_ok || rehearsal !== null,
          prompts,
          signal,
          now: effects.now,
          sleep: effects.sleep
        };
        for (const definition of stagesOf(profile)) {
          const record = await runStage(writer, context, definition, new Map(), {
            onStart: (stage) => {
              telemetry.place = {profile: profile.profile, stage};
              effects.talk(`${profile.profile}  ${stage}  started`);
            },
            onServerReading: (_, one) => telemetry.server(one)
          });
          await writer.log("stage.ended", {profile: profile.profile, stage: record.stage});
        }
      }
      await writer.writeJson("host/after.json", await snapshot());
      await writer.writeJson("restoration.json", notApplicable());
    } catch (error) {
      if (!signal.aborted) throw error;
      interrupted = true;
    } finally {
      await telemetry.stop();
    }
    const manifest = await writer.seal({interrupted});
    return {campaignId: writer.campaignId, folder: writer.folder, manifest, interrupted};
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw error;
  } finally {
    await client.close();
  }
}

async function writePlanFiles(writer: EvidenceWriter, loaded: LoadedPlan): Promise<void> {
  await writer.writeBytes("plan.toml", loaded.plan.bytes);
  await writer.writeBytes("policy.toml", loaded.policy.bytes);
  for (const [path, recipe] of loaded.recipes)
    await writer.writeBytes(`recipes/${path.split("/").at(-1) ?? path}`, recipe.bytes);
}

async function diskFreeMib(folder: string): Promise<number | null> {
  const facts = await statfs(folder).catch(() => null);
  return facts === null ? null : Math.floor((facts.bavail * facts.bsize) / 1048576);
}

function notApplicable() {
  return {
    schema: "assay.restoration/v1",
    applicable: false,
    reason: "the campaign was attached: nothing was stopped, so nothing was to be restored",
    restored_at: null,
    restored_by: null,
    fields: [],
    health: null,
    token_generated: null,
    candidate_gone: null,
    downtime_s: null,
    source_files: []
  };
}
