import {CampaignRecord} from "../../../src/schema/campaign.js";
import {StageRecord, type ServerState} from "../../../src/schema/stage.js";

export const LARGE_ID = "2026-01-02-large";
export const PROFILES = ["plain", "adaptive"] as const;

const DAY = "2026-01-02T";
const ZERO = "0".repeat(64);

/** The large campaign: two arms that differ in their speculation, compared on the decode rate with the prefill protected. */
export function campaignRecord(): CampaignRecord {
  return CampaignRecord.parse({
    schema: "assay.campaign/v1",
    campaign_id: LARGE_ID,
    origin: "captured",
    question: "How fast is the analysis?",
    simulated: false,
    time_scale: null,
    lifecycle: "managed",
    tool: {name: "assay", version: "0.1.0", commit: null},
    plan_sha256: null,
    policy_sha256: ZERO,
    started_at: `${DAY}00:00:00.000Z`,
    finished_at: `${DAY}23:00:00.000Z`,
    clocks: [],
    hardware: "none: generated rows",
    ceilings: {decode_tok_s: null, prefill_tok_s: null},
    profiles: PROFILES.map((profile) => ({
      profile,
      role: profile === "plain" ? "baseline" : "candidate",
      recipe: null,
      model: null,
      model_revision: null,
      image: null,
      image_digest: null,
      served_model: profile,
      engine: "sglang",
      gpu: null,
      context_tokens: 131_072,
      concurrency: 1,
      settings: {speculative_algorithm: profile === "plain" ? null : "EAGLE"}
    })),
    comparisons: [
      {
        comparison_id: "speculation-4k",
        metric: "decode_tok_s",
        baseline: "plain",
        candidate: "adaptive",
        nominal_prompt_tokens: 4096,
        concurrency: 1,
        better: "higher",
        varies: ["speculative_algorithm"],
        order: "ABBA",
        primary: true,
        protected: [{metric: "effective_prefill_tok_s", loss: 0.1}],
        aa: null
      }
    ],
    not_applicable: [],
    declared: {evidence_labels: [], decision_labels: [], promotion_authorized: null}
  });
}

/** One boot's point, whose server counted exactly what was sent. */
export function stageRecord(profile: string, stage: string, boot: number, requests: number): StageRecord {
  return StageRecord.parse({
    schema: "assay.stage/v1",
    profile,
    stage,
    kind: "capacity",
    boot_id: `${profile}-b${boot}`,
    started_at: `${DAY}0${boot * 2 + (profile === "plain" ? 0 : 1)}:00:00.000Z`,
    ended_at: `${DAY}0${boot * 2 + (profile === "plain" ? 0 : 1)}:59:00.000Z`,
    wall_s: null,
    settings: {
      nominal_prompt_tokens: 4096,
      concurrency: 1,
      max_tokens: 256,
      cache_declared: "cold",
      thinking: "disabled",
      n_planned: requests,
      also: boot === 0 ? ["endurance"] : [],
      time_scale: null
    },
    server_before: counted(0),
    server_after: counted(requests),
    checks: [],
    attempts: [],
    reserve: [],
    failure: null,
    source_file: null,
    notes: []
  });
}

const counted = (requests: number): ServerState => ({
  captured_at: null,
  requests_total: requests,
  prompt_tokens_total: null,
  generation_tokens_total: null,
  cached_tokens_total: null,
  running_requests: null,
  spec_verify_calls_total: null,
  spec_steps: null,
  spec_draft_tokens: null,
  accept_length_since_boot: null,
  cache_hit_rate: null,
  cache_reporting: true,
  version: null,
  raw: null
});
