import {existsSync} from "node:fs";
import {join} from "node:path";
import type {StageRecord} from "../../../src/schema/stage.js";
import type {EvidenceWriter} from "../../record/index.js";
import {wallS} from "../../stages/run/runStage.js";
import type {StageDefinition} from "../../stages/run/stageDefinition.js";
import {earlierRequests} from "./resumeState.js";

/**
 * Gives a stage that a dead run left without a record the record that its requests allow: so they are counted, and the stage
 * that goes on with the rest is counted beside it.
 */
export async function closeInterrupted(
  writer: EvidenceWriter,
  place: {profile: string; stage: string},
  definition: StageDefinition,
  timeScale: number | null,
  why?: string
): Promise<void> {
  const path = join(place.profile, `${place.stage}.json`);
  if (existsSync(join(writer.folder, path))) return;
  const records = [...(await earlierRequests(writer.folder, [place])).values()];
  const measured = records.filter((record) => record.phase === "measured");
  const times = records.flatMap((record) => record.sent_at ?? []).sort();
  const record: StageRecord = {
    schema: "assay.stage/v1",
    ...place,
    kind: definition.kind,
    boot_id: records[0]?.boot_id ?? null,
    started_at: times[0] ?? null,
    ended_at: null,
    wall_s: wallS(measured),
    settings: {
      nominal_prompt_tokens: null,
      concurrency: null,
      max_tokens: null,
      cache_declared: null,
      thinking: null,
      also: [],
      time_scale: timeScale,
      ...definition.settings,
      n_planned: measured.length
    },
    server_before: null,
    server_after: null,
    checks: [],
    attempts: [],
    reserve: [],
    failure: null,
    source_file: null,
    notes: [
      ...(why === undefined ? [] : [why]),
      `interrupted after ${measured.length} of ${definition.planned} requests; the rest is in a later stage`
    ]
  };
  await writer.writeJson(path, record);
}
