import {readFile} from "node:fs/promises";
import {fileURLToPath} from "node:url";
import type {CampaignRecord, ProfileRecord} from "../../../src/schema/campaign.js";
import type {Recipe} from "../../../src/schema/recipe.js";
import type {LoadedPlan} from "../plan/readPlan.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** What a look at the host tells beyond the plan. */
export interface HostLook {
  servedModel: string | null;
  modelPath: string | null;
  contextLength: number | null;
  engine: string | null;
  gpu: string | null;
  settings: Record<string, unknown>;
}

export interface CampaignFacts {
  campaignId: string;
  loaded: LoadedPlan;
  simulated: boolean;
  timeScale: number | null;
  startedAt: Date;
  look: HostLook | null;
  incumbent: ProfileRecord | null;
}

/** `campaign.json`, from the plan, its recipes and the first look at the host. */
export async function campaignRecord(facts: CampaignFacts): Promise<CampaignRecord> {
  const plan = facts.loaded.plan.value;
  const profiles = plan.profiles.map((profile): ProfileRecord => {
    const recipe = profile.recipe === null ? null : (facts.loaded.recipes.get(profile.recipe)?.value ?? null);
    return recipe ? recipeProfile(profile, recipe, facts) : attachedProfile(profile, facts);
  });
  return {
    schema: "assay.campaign/v1",
    campaign_id: facts.campaignId,
    origin: "captured",
    question: plan.campaign.question,
    simulated: facts.simulated,
    time_scale: facts.timeScale,
    lifecycle: plan.lifecycle,
    tool: await tool(),
    plan_sha256: facts.loaded.plan.sha256,
    policy_sha256: facts.loaded.policy.sha256,
    started_at: facts.startedAt.toISOString(),
    finished_at: null,
    clocks: [{monotonic_ns: String(process.hrtime.bigint()), wall: new Date().toISOString()}],
    hardware: plan.host.hardware,
    ceilings: {decode_tok_s: plan.host.decode_ceiling_tok_s, prefill_tok_s: plan.host.prefill_ceiling_tok_s},
    profiles: [...profiles, ...(facts.incumbent ? [facts.incumbent] : [])],
    comparisons: plan.comparisons,
    not_applicable: plan.not_applicable,
    declared: {evidence_labels: [], decision_labels: [], promotion_authorized: null}
  };
}

type PlanProfile = LoadedPlan["plan"]["value"]["profiles"][number];

function recipeProfile(profile: PlanProfile, recipe: Recipe, facts: CampaignFacts): ProfileRecord {
  const [model, revision] = split(recipe.model, "@");
  const [, digest] = split(recipe.image, "@");
  return {
    profile: profile.profile,
    role: profile.role,
    recipe: profile.recipe,
    model: recipe.model,
    model_revision: model === recipe.model ? null : revision,
    image: recipe.image,
    image_digest: digest,
    served_model: recipe.served_model,
    engine: recipe.engine,
    gpu: facts.look?.gpu ?? null,
    context_tokens: profile.context_tokens ?? recipe.context_tokens,
    concurrency: recipe.concurrency,
    settings: {
      ...recipe.settings,
      ...flagSettings(recipe.command),
      ...Object.fromEntries(Object.entries(recipe.env).map(([name, value]) => [`env_${name}`, value])),
      chat_template: recipe.chat_template,
      patches: recipe.patches.join(" ")
    }
  };
}

/** Flags that name a place or the profile itself; they do not tell arms apart. */
const PLACES = new Set(["host", "port", "model_path", "served_model_name", "api_key"]);

/** A server's command line as settings by flag; a flag without a value is true. */
export function flagSettings(command: readonly string[]): Record<string, string | boolean> {
  const settings: Record<string, string | boolean> = {};
  command.forEach((word, i) => {
    if (!word.startsWith("--")) return;
    const [flag, joined] = word.slice(2).split("=", 2);
    const name = (flag ?? "").replaceAll("-", "_");
    const next = command[i + 1];
    if (!PLACES.has(name)) settings[name] = joined ?? (next === undefined || next.startsWith("--") ? true : next);
  });
  return settings;
}

function attachedProfile(profile: PlanProfile, facts: CampaignFacts): ProfileRecord {
  const model = profile.model ?? facts.look?.modelPath ?? null;
  const [, digest] = split(profile.image ?? "", "@");
  return {
    profile: profile.profile,
    role: profile.role,
    recipe: null,
    model,
    model_revision: profile.model?.includes("@") ? split(profile.model, "@")[1] : null,
    image: profile.image,
    image_digest: digest,
    served_model: profile.served_model ?? facts.look?.servedModel ?? null,
    engine: facts.look?.engine ?? null,
    gpu: facts.look?.gpu ?? null,
    context_tokens: profile.context_tokens ?? facts.look?.contextLength ?? null,
    concurrency: profile.concurrency,
    settings: facts.look?.settings ?? {}
  };
}

function split(text: string, at: string): [string, string | null] {
  const place = text.indexOf(at);
  return place < 0 ? [text, null] : [text.slice(0, place), text.slice(place + 1)];
}

async function tool(): Promise<CampaignRecord["tool"]> {
  const own = JSON.parse(await readFile(`${ROOT}package.json`, "utf8")) as {name: string; version: string};
  return {name: own.name, version: own.version, commit: await commit()};
}

/** The commit that is checked out, without running git; null outside a checkout. */
async function commit(): Promise<string | null> {
  try {
    const head = (await readFile(`${ROOT}.git/HEAD`, "utf8")).trim();
    const ref = /^ref: (.+)$/.exec(head)?.[1];
    const hash = ref ? (await readFile(`${ROOT}.git/${ref}`, "utf8")).trim() : head;
    return /^[0-9a-f]{40}$/.test(hash) ? hash : null;
  } catch {
    return null;
  }
}
