import {mkdir, mkdtemp, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {CampaignRecord, type ProfileRecord} from "../../../src/schema/campaign.js";
import {RequestRecord} from "../../../src/schema/request.js";
import {StageRecord} from "../../../src/schema/stage.js";

export const CAMPAIGN = "2026-01-02-sample";
const ZERO = "0".repeat(64);

type Fields<T> = {[K in keyof T]?: T[K] | undefined};

export function profile(name: string, fields: Partial<ProfileRecord> = {}): ProfileRecord {
  const none = {recipe: null, model: null, model_revision: null, image: null, image_digest: null, engine: "sglang"};
  return {
    profile: name,
    role: "candidate",
    ...none,
    served_model: name,
    gpu: null,
    context_tokens: 4096,
    concurrency: 1,
    settings: {},
    ...fields
  };
}

export function campaign(fields: Fields<CampaignRecord> = {}): CampaignRecord {
  return CampaignRecord.parse({
    schema: "assay.campaign/v1",
    campaign_id: CAMPAIGN,
    origin: "captured",
    question: null,
    simulated: false,
    time_scale: null,
    lifecycle: "managed",
    tool: {name: "assay", version: "0.1.0", commit: null},
    plan_sha256: null,
    policy_sha256: ZERO,
    started_at: "2026-01-02T03:00:00.000Z",
    finished_at: "2026-01-02T04:00:00.000Z",
    clocks: [],
    hardware: "one card",
    ceilings: {decode_tok_s: null, prefill_tok_s: null},
    profiles: [profile("alpha")],
    comparisons: [],
    not_applicable: [],
    declared: {evidence_labels: [], decision_labels: [], promotion_authorized: null},
    ...fields
  });
}

export function stage(
  name: string,
  kind: StageRecord["kind"],
  fields: Omit<Fields<StageRecord>, "settings"> & {settings?: Record<string, unknown>} = {}
): StageRecord {
  return StageRecord.parse({
    schema: "assay.stage/v1",
    profile: "alpha",
    stage: name,
    kind,
    boot_id: "boot-1",
    started_at: "2026-01-02T03:10:00.000Z",
    ended_at: "2026-01-02T03:11:00.000Z",
    wall_s: null,
    server_before: null,
    server_after: null,
    checks: [],
    attempts: [],
    reserve: [],
    failure: null,
    source_file: null,
    notes: [],
    ...fields,
    settings: {
      nominal_prompt_tokens: null,
      concurrency: 1,
      max_tokens: 256,
      cache_declared: null,
      thinking: null,
      n_planned: null,
      also: [],
      time_scale: null,
      ...fields.settings
    }
  });
}

export function request(stageName: string, index: number, fields: Fields<RequestRecord> = {}): RequestRecord {
  const profileName = fields.profile ?? "alpha";
  return RequestRecord.parse({
    schema: "assay.request/v1",
    request_id: `${profileName}/${stageName}#${index}`,
    profile: profileName,
    stage: stageName,
    index,
    phase: "measured",
    boot_id: "boot-1",
    status: "ok",
    http_status: 200,
    finish_reason: "stop",
    error: null,
    ttfo_ms: 100,
    ttft_ms: 100,
    first_reasoning_ms: null,
    first_tool_ms: null,
    last_output_ms: 1100,
    e2e_ms: 1110,
    generation_ms: 1000,
    output_deltas: 50,
    prompt_tokens: 4000,
    output_tokens: 101,
    cached_tokens: 0,
    reasoning_tokens: null,
    first_delta_tokens: 1,
    last_delta_tokens: 101,
    decode_basis: "usage-continuous",
    cached_basis: "usage",
    output_tokens_basis: "usage",
    prefill_basis: null,
    chunk_gap_ms_p50: null,
    max_stall_ms: null,
    accept_length: null,
    content: "An answer.",
    reasoning: null,
    tool_calls: [],
    nominal_prompt_tokens: 4096,
    concurrency: 1,
    max_tokens: 256,
    cache_declared: "cold",
    sent_at: "2026-01-02T03:10:00.000Z",
    sent_ms: index * 2000,
    connect_ms: 1,
    reused: true,
    in_flight_mean: 1,
    prompt_id: null,
    prompt_sha256: null,
    thinking: "disabled",
    offered_tools: null,
    purpose: null,
    ignore_eos: null,
    template_tokens: null,
    short: null,
    client: null,
    ...fields
  });
}

/** Lines of a .jsonl, each ended. */
export const lines = (records: object[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join("");

/** Writes a folder of evidence (values are text or objects, paths relative to the campaign) and gives its path. */
export async function evidence(files: Record<string, string | object>, id = CAMPAIGN): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "assay-analysis-"));
  const all = {
    "campaign.json": campaign({campaign_id: id}),
    "policy.toml": 'schema = "assay.policy/v1"\nname = "test"\n',
    ...files
  };
  for (const [name, content] of Object.entries(all)) {
    const path = join(folder, id, name);
    await mkdir(dirname(path), {recursive: true});
    await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  }
  return folder;
}
