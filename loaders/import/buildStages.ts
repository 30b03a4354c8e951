/** Stage records from drafts: names in the order of time, ids for requests, checks and attempts that point at them. */
import type {z} from "zod";
import type {ReportedRecord} from "../../src/schema/campaign.js";
import type {RequestRecord} from "../../src/schema/request.js";
import type {ServerState, StageRecord} from "../../src/schema/stage.js";
import {buildRequest, requestIndexes} from "./buildRequest.js";
import type {CheckDraft, ReportedDraft, StageDraft} from "./draft.js";
import {safeName} from "./safeName.js";

export interface PlacedDraft {
  draft: StageDraft;
  /** Kept path of the foreign file. */
  file: string;
  /** The foreign file's own name. */
  source: string;
}

export interface BuiltStage {
  record: StageRecord;
  requests: RequestRecord[];
  reported: ReportedRecord[];
  source: string;
}

const MAX_STAGES = 999;

/** Stages in the order of their start (unknown first), then of their file; numbered within each profile. Stages beyond 999 of a profile are left out and named. */
export function buildStages(
  placed: PlacedDraft[],
  profileOf: (model: string) => string
): {stages: BuiltStage[]; left: PlacedDraft[]} {
  const order = (p: PlacedDraft) => `${p.draft.startedAt ?? ""}\u0000${p.source}`;
  const sorted = [...placed].sort((a, b) => (order(a) < order(b) ? -1 : order(a) > order(b) ? 1 : 0));
  const counters = new Map<string, number>();
  const ids = new Map<StageDraft, string[]>();
  const named: {p: PlacedDraft; profile: string; name: string; indexes: number[]}[] = [];
  const left: PlacedDraft[] = [];
  for (const p of sorted) {
    const profile = profileOf(p.draft.model);
    const n = (counters.get(profile) ?? 0) + 1;
    if (n > MAX_STAGES) {
      left.push(p);
      continue;
    }
    counters.set(profile, n);
    const name = `${String(n).padStart(2, "0")}-${safeName(p.draft.slug).toLowerCase()}`;
    const indexes = requestIndexes(p.draft.requests);
    ids.set(
      p.draft,
      indexes.map((i) => `${profile}/${name}#${i}`)
    );
    named.push({p, profile, name, indexes});
  }
  return {stages: named.map((n) => build(n.p, n.profile, n.name, n.indexes, ids)), left};
}

function build(
  p: PlacedDraft,
  profile: string,
  stage: string,
  indexes: number[],
  ids: Map<StageDraft, string[]>
): BuiltStage {
  const {draft, file, source} = p;
  const mine = ids.get(draft) ?? [];
  const record: StageRecord = {
    schema: "assay.stage/v1",
    profile,
    stage,
    kind: draft.kind,
    boot_id: null,
    started_at: draft.startedAt,
    ended_at: draft.endedAt,
    wall_s: draft.wallS,
    settings: {
      nominal_prompt_tokens: null,
      concurrency: null,
      max_tokens: null,
      cache_declared: null,
      thinking: null,
      n_planned: null,
      time_scale: null,
      ...draft.settings,
      also: draft.settings.also ?? []
    },
    server_before: null,
    server_after: draft.serverAfter === null ? null : {...NO_STATE, ...draft.serverAfter},
    checks: draft.checks.map((c) => check(c, mine, ids)),
    attempts: draft.attempts.map(({request, ...a}) => ({
      ...a,
      request_id: request === null ? null : (mine[request] ?? null)
    })),
    reserve: draft.reserve,
    failure: draft.failure,
    source_file: file,
    notes: draft.notes
  };
  const requests = draft.requests
    .map((r, i) => buildRequest(r, indexes[i] ?? i, draft, profile, stage))
    .sort((a, b) => a.index - b.index);
  return {record, requests, source, reported: draft.reported.map((r) => reportedRow(r, profile, stage, file))};
}

function check({requests, elsewhere, ...c}: CheckDraft, mine: string[], ids: Map<StageDraft, string[]>) {
  const far = (elsewhere ?? []).map((e) => ids.get(e.stage)?.[e.request]);
  const near = requests.map((i) => mine[i]);
  return {...c, request_ids: [...near, ...far].filter((id): id is string => id !== undefined)};
}

/** A claim as a row of reported.jsonl. */
export function reportedRow(
  draft: ReportedDraft,
  profile: string | null,
  stage: string | null,
  file: string
): ReportedRecord {
  return {
    schema: "assay.reported/v1",
    profile,
    stage,
    metric: draft.metric,
    statistic: draft.statistic,
    value: draft.value,
    text: draft.text,
    unit: draft.unit,
    basis: draft.basis,
    file,
    json_path: draft.json_path
  };
}

/** A server of which nothing is known. */
export const NO_STATE: z.infer<typeof ServerState> = {
  captured_at: null,
  requests_total: null,
  prompt_tokens_total: null,
  generation_tokens_total: null,
  cached_tokens_total: null,
  running_requests: null,
  spec_verify_calls_total: null,
  spec_steps: null,
  spec_draft_tokens: null,
  accept_length_since_boot: null,
  cache_hit_rate: null,
  cache_reporting: null,
  version: null,
  raw: null
};
