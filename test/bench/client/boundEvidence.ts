import {mkdir, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {campaignRecord, LARGE_ID, PROFILES, stageRecord} from "../data/largeRecords.js";
import {requestLine} from "../data/requestLine.js";
import type {Seen} from "./plan.js";

const STAGE = "01-capacity-4k-c1";

/** Evidence of one point with the client's condition as it was measured. Returns the evidence folder. */
export async function boundEvidence(folder: string, seen: readonly Seen[]): Promise<string> {
  const place = join(folder, LARGE_ID, PROFILES[0]);
  await mkdir(place, {recursive: true});
  await writeFile(join(folder, LARGE_ID, "campaign.json"), JSON.stringify(campaignRecord()));
  await writeFile(join(folder, LARGE_ID, "policy.toml"), 'schema = "assay.policy/v1"\nname = "bench"\n');
  await writeFile(join(place, `${STAGE}.json`), JSON.stringify(stageRecord(PROFILES[0], STAGE, 0, seen.length)));
  const lines = seen.map((one, index) => {
    const record = JSON.parse(requestLine({profile: PROFILES[0], stage: STAGE, index, boot: 0}, () => 0.5)) as object;
    const client = {
      loop_delay_p99_ms: one.loop_delay_p99_ms,
      loop_utilisation: one.loop_utilisation,
      cpu_share: one.cpu_share,
      shared_read_share: null
    };
    return `${JSON.stringify({...record, chunk_gap_ms_p50: one.chunk_gap_ms_p50, client})}\n`;
  });
  await writeFile(join(place, `${STAGE}.requests.jsonl`), lines.join(""));
  return folder;
}
