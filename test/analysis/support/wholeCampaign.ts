import {Policy} from "../../../src/schema/policy.js";
import type {StageRecord} from "../../../src/schema/stage.js";
import {evidence, lines, request, stage} from "./evidence.js";

export const CHECKS = Policy.parse({schema: "assay.policy/v1", name: "p"}).preflight.checks;
export const check = (check_id: string, fields: Partial<StageRecord["checks"][number]> = {}) => ({
  check_id,
  verdict: "pass" as const,
  reason: "as asked",
  basis: null,
  passed: check_id === "tools" ? 20 : 1,
  planned: check_id === "tools" ? 20 : 1,
  measured_prompt_tokens: check_id === "long-tools" ? 120_000 : null,
  request_ids: [],
  ...fields
});
export const attempts = (count: number, tasks: number, fields: Partial<StageRecord["attempts"][number]> = {}) =>
  Array.from({length: count}, (_, i) => ({
    task: `task-${i % tasks}`,
    attempt: 1 + Math.floor(i / tasks),
    verdict: "pass" as const,
    failure_class: null,
    grader: "executed" as const,
    reason: "",
    request_id: null,
    output_sha256: null,
    ...(i === 0 ? fields : {})
  }));
export const reading = (gpu: string, after: number | null, idle: number | null = 9000) => ({
  gpu,
  idle_mib: idle,
  peak_mib: after,
  after_mib: after,
  settle_s: 10,
  threshold_mib: null
});
export const restoration = {
  schema: "assay.restoration/v1",
  applicable: true,
  reason: null,
  restored_at: "2026-01-02T04:00:00Z",
  restored_by: "campaign",
  fields: [{field: "image", before: "a", after: "a", equal: true, required: true}],
  health: true,
  token_generated: true,
  candidate_gone: true,
  downtime_s: 10,
  source_files: []
};

/** A campaign in which every gate passes, with some files replaced. */
export const wholeCampaign = (over: Record<string, string | object> = {}) =>
  evidence({
    "alpha/01-preflight.json": stage("01-preflight", "preflight", {checks: CHECKS.map((id) => check(id))}),
    "alpha/02-thinking.json": stage("02-thinking", "thinking", {
      checks: [check("thinking-disabled"), check("thinking-enabled")]
    }),
    "alpha/03-quality.json": stage("03-quality", "quality", {attempts: attempts(15, 5), settings: {max_tokens: 2048}}),
    "alpha/04-multimodal.json": stage("04-multimodal", "multimodal", {attempts: attempts(12, 6)}),
    "alpha/05-endurance.json": stage("05-endurance", "endurance"),
    "alpha/05-endurance.requests.jsonl": lines(Array.from({length: 60}, (_, i) => request("05-endurance", i))),
    "alpha/06-reserve.json": stage("06-reserve", "reserve", {reserve: [reading("0", 3487), reading("1", 3487)]}),
    "restoration.json": restoration,
    ...over
  });
