import {NO_STATE} from "../../../loaders/import/buildStages.js";
import type {CampaignRecord} from "../../../src/schema/campaign.js";
import {StageRecord, type ServerState} from "../../../src/schema/stage.js";
import {campaign, profile} from "../../analysis/support/evidence.js";

export const LARGE_ID = "2026-01-02-large";
export const PROFILES = ["plain", "adaptive"] as const;

const DAY = "2026-01-02T";

/** The large campaign: two arms that differ in their speculation, compared on the decode rate with the prefill protected. */
export function campaignRecord(): CampaignRecord {
  return campaign({
    campaign_id: LARGE_ID,
    question: "How fast is the analysis?",
    started_at: `${DAY}00:00:00.000Z`,
    finished_at: `${DAY}23:00:00.000Z`,
    hardware: "none: generated rows",
    profiles: PROFILES.map((name) =>
      profile(name, {
        role: name === "plain" ? "baseline" : "candidate",
        context_tokens: 131_072,
        settings: {speculative_algorithm: name === "plain" ? null : "EAGLE"}
      })
    ),
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
    ]
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

const counted = (requests: number): ServerState => ({...NO_STATE, requests_total: requests, cache_reporting: true});
