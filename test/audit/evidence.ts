import {emptyDatabase} from "../../src/analysis/database.js";
import type {EvidenceSource} from "../../src/analysis/comparisons/index.js";
import type {ClockPair} from "../../src/analysis/readClocks.js";
import {createViews} from "../../src/analysis/views.js";
import type {CampaignRecord, ImportRecord} from "../../src/schema/campaign.js";
import {Policy} from "../../src/schema/policy.js";

export const CAMPAIGN = "2026-01-02-audit";
export const policy = Policy.parse({schema: "assay.policy/v1", name: "test"});

type Row = Record<string, unknown>;
type Insert = (table: string, rows: Row[]) => Promise<void>;

export interface Evidence extends EvidenceSource {
  insert: Insert;
  record: CampaignRecord;
  imported: ImportRecord | null;
  clocks: ClockPair[][];
}

/** One database a test file: opening one takes longer than most tests. */
let shared: Promise<Awaited<ReturnType<typeof emptyDatabase>>> | null = null;
const filled = new Set<string>();

async function open() {
  const db = await emptyDatabase();
  await createViews(db.connection);
  return db;
}

/** A campaign in memory, with nothing in it but itself. Evidence that was built before is gone. */
export async function evidence(): Promise<Evidence> {
  const db = await (shared ??= open());
  for (const table of filled) await db.query(`delete from "${table}"`);
  filled.clear();
  const built: Evidence = {
    query: db.query,
    insert: async (table, rows) => {
      filled.add(table);
      await db.insert(table, rows.map((row) => ({campaign_id: CAMPAIGN, ...row})) as never);
    },
    record: campaignRecord(),
    imported: null,
    clocks: [],
    campaign: () => ({record: built.record, imported: built.imported, clocks: built.clocks})
  };
  await built.insert("campaigns", [{origin: "captured", simulated: false}]);
  return built;
}

function campaignRecord(): CampaignRecord {
  return {
    schema: "assay.campaign/v1",
    campaign_id: CAMPAIGN,
    origin: "captured",
    question: null,
    simulated: false,
    time_scale: null,
    lifecycle: "managed",
    tool: {name: "assay", version: "0", commit: null},
    plan_sha256: null,
    policy_sha256: "0".repeat(64),
    started_at: null,
    finished_at: null,
    clocks: [],
    hardware: null,
    ceilings: {decode_tok_s: null, prefill_tok_s: null},
    profiles: [],
    comparisons: [],
    not_applicable: [],
    declared: {evidence_labels: [], decision_labels: [], promotion_authorized: null}
  };
}

export interface PointOptions {
  profile?: string;
  stage?: string;
  boot?: string;
  startedAt?: string;
  settings?: Row;
  /** Columns of the stage. */
  of?: Row;
}

/**
 * A point of healthy requests (4,096 tokens, C1, cold, 256 tokens at about 100 tok/s, continuous usage), each changed
 * by the row given for it.
 */
export async function point(to: Evidence, rows: Row[], options: PointOptions = {}): Promise<void> {
  const {profile = "p", stage = "01-capacity-4k-c1", boot = "boot-1", startedAt = "2026-01-02T03:00:00Z"} = options;
  const shape = {nominal_prompt_tokens: 4096, concurrency: 1, max_tokens: 256, cache_declared: "cold"};
  const known = await to.query("select 1 from profiles where profile = $1", [profile]);
  if (known.length === 0)
    await to.insert("profiles", [
      {
        profile,
        role: "candidate",
        engine: "sglang",
        gpu: "card",
        context_tokens: 131072,
        concurrency: 1,
        settings: "{}"
      }
    ]);
  await to.insert("stages", [
    {
      ...shape,
      profile,
      stage,
      kind: "capacity",
      boot_id: boot,
      started_at: startedAt,
      wall_s: 10,
      thinking: "disabled",
      settings: JSON.stringify({...shape, ...options.settings}),
      file: `${profile}/${stage}.json`,
      ...options.of
    }
  ]);
  await to.insert(
    "requests",
    rows.map((row, index) => ({...healthy(profile, stage, boot, index), ...shape, ...row}))
  );
}

function healthy(profile: string, stage: string, boot: string, index: number): Row {
  return {
    profile,
    stage,
    request_id: `${profile}/${stage}#${index}`,
    index,
    phase: "measured",
    boot_id: boot,
    status: "ok",
    finish_reason: "length",
    sent_ms: index * 3000,
    in_flight_mean: 1,
    prompt_id: `prompt-${index}`,
    thinking: "disabled",
    ttfo_ms: 400,
    ttft_ms: 400,
    last_output_ms: 2950,
    e2e_ms: 2951,
    generation_ms: 2550,
    output_deltas: 256,
    prompt_tokens: 4100,
    output_tokens: 256,
    cached_tokens: 0,
    template_tokens: 10,
    first_delta_tokens: 1,
    last_delta_tokens: 256,
    chunk_gap_ms_p50: 10,
    max_stall_ms: 12,
    loop_delay_p99_ms: 0.4,
    loop_utilisation: 0.1,
    cpu_share: 0.1,
    shared_read_share: 0,
    short: false,
    ignore_eos: false,
    content: `A story that goes on, number ${index}, and never says the same thing twice in a row.`,
    basis: "usage-continuous",
    cached_basis: "usage",
    output_tokens_basis: "usage",
    file: `${profile}/${stage}.requests.jsonl`
  };
}

/** `n` rows that differ a little in speed, so that they are not all tied. */
export const rows = (n: number, change: (index: number) => Row = () => ({})): Row[] =>
  Array.from({length: n}, (_, i) => ({generation_ms: 2550 - 3 * i, ttfo_ms: 400 + i, ttft_ms: 400 + i, ...change(i)}));
