import type {RequestRecord} from "../../../src/schema/request.js";
import type {StageRecord} from "../../../src/schema/stage.js";
import {readServerState, type HostReading} from "../../host/client/index.js";
import type {EvidenceWriter} from "../../record/index.js";
import {OpenStage} from "./openStage.js";
import type {StageContext} from "./stageContext.js";
import {StageStopped} from "./stageStopped.js";
import type {StageDefinition, StageOutcome} from "./stageDefinition.js";

/** What a stage tells while it runs. */
export interface StageHooks {
  onStart?(stage: string): Promise<void> | void;
  onRequest?(record: RequestRecord): void;
  onServerReading?(stage: string, reading: HostReading): Promise<void> | void;
}

const NOTHING: StageHooks = {};

/**
 * Runs one stage and writes its files: requests as they end, then the stage's record, whose presence says that it is over.
 * What the server does wrong is in the record. Interrupted (the signal), the files stay without a record and the error goes on.
 */
export async function runStage(
  writer: EvidenceWriter,
  context: StageContext,
  definition: StageDefinition,
  earlier: ReadonlyMap<number, RequestRecord> = new Map(),
  hooks: StageHooks = NOTHING
): Promise<StageRecord> {
  const stage = await writer.nextStage(context.profile, definition.slug);
  const files = writer.stage(context.profile, stage);
  await hooks.onStart?.(stage);
  const startedAt = context.now();
  const before = await readServerState(context.client, context.now);
  await hooks.onServerReading?.(stage, before);
  if (before.state.cache_reporting === true) context.boot.cacheReporting = true;
  const open = new OpenStage(context, files, earlier, (record) => {
    if (record.cached_basis === "usage") context.boot.cacheReporting = true;
    hooks.onRequest?.(record);
  });
  let outcome: StageOutcome;
  try {
    outcome = await definition.run(open);
  } catch (error) {
    await files.close();
    if (context.signal.aborted) throw error;
    if (!(error instanceof StageStopped)) throw error;
    outcome = {failure: error.failure};
  }
  const after = await readServerState(context.client, context.now);
  await hooks.onServerReading?.(stage, after);
  const {records} = open;
  const earlierMeasured = [...earlier.values()].filter((record) => record.phase === "measured").length;
  const record: StageRecord = {
    schema: "assay.stage/v1",
    profile: context.profile,
    stage,
    kind: definition.kind,
    boot_id: context.boot.bootId,
    started_at: startedAt.toISOString(),
    ended_at: context.now().toISOString(),
    wall_s: wallS(records.filter((one) => one.phase === "measured")),
    settings: {
      nominal_prompt_tokens: null,
      concurrency: null,
      max_tokens: null,
      cache_declared: null,
      thinking: null,
      also: [],
      time_scale: context.timeScale,
      temperature: context.temperature,
      ...definition.settings,
      ...outcome.settings,
      n_planned: Math.max(0, definition.planned - earlierMeasured)
    },
    server_before: before.state,
    server_after: after.state,
    checks: outcome.checks ?? [],
    attempts: outcome.attempts ?? [],
    reserve: outcome.reserve ?? [],
    failure: outcome.failure ?? (await context.lost()),
    source_file: null,
    notes: outcome.notes ?? []
  };
  await files.finish(record);
  return record;
}

/** From the first request sent to the last one ended, seconds; null without requests. */
export function wallS(records: readonly RequestRecord[]): number | null {
  const spans = records.flatMap((r) => (r.sent_ms === null ? [] : [[r.sent_ms, r.sent_ms + (r.e2e_ms ?? 0)] as const]));
  if (spans.length === 0) return null;
  return (Math.max(...spans.map(([, end]) => end)) - Math.min(...spans.map(([start]) => start))) / 1000;
}
