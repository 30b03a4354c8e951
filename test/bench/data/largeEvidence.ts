import {createWriteStream} from "node:fs";
import {mkdir, writeFile} from "node:fs/promises";
import {once} from "node:events";
import {join} from "node:path";
import {writeManifest} from "../../../loaders/record/sealCampaign.js";
import {seeded} from "../../../loaders/simulator/random.js";
import {campaignRecord, LARGE_ID, PROFILES, stageRecord} from "./largeRecords.js";
import {requestLine} from "./requestLine.js";

const BOOTS = 4;
const SEALED_AT = "2026-01-02T23:00:00.000Z";

/**
 * Writes the evidence of one campaign with `rows` requests: two arms of four boots each, in the form that the loaders write,
 * sealed, with answers that all differ. Same seed, same bytes. Returns the evidence folder and the bytes of its request lines.
 */
export async function largeEvidence(folder: string, rows: number): Promise<{evidence: string; bytes: number}> {
  const place = join(folder, LARGE_ID);
  const random = seeded(rows);
  await mkdir(place, {recursive: true});
  await writeFile(join(place, "campaign.json"), JSON.stringify(campaignRecord()));
  await writeFile(join(place, "policy.toml"), 'schema = "assay.policy/v1"\nname = "bench"\n');
  const stages = PROFILES.flatMap((profile) => Array.from({length: BOOTS}, (_, boot) => ({profile, boot})));
  let bytes = 0;
  for (const [i, {profile, boot}] of stages.entries()) {
    const stage = `${String(boot * 2 + 1).padStart(2, "0")}-capacity-4k-c1`;
    const count = Math.floor(((i + 1) * rows) / stages.length) - Math.floor((i * rows) / stages.length);
    await mkdir(join(place, profile), {recursive: true});
    await writeFile(join(place, profile, `${stage}.json`), JSON.stringify(stageRecord(profile, stage, boot, count)));
    bytes += await writeLines(join(place, profile, `${stage}.requests.jsonl`), count, (index) =>
      requestLine({profile, stage, index, boot}, random)
    );
  }
  await writeManifest(place, LARGE_ID, SEALED_AT, {now: () => new Date(SEALED_AT), token: () => "0"});
  return {evidence: folder, bytes};
}

async function writeLines(path: string, count: number, line: (index: number) => string): Promise<number> {
  const file = createWriteStream(path);
  for (let from = 0; from < count; from += 500) {
    let text = "";
    for (let i = from; i < Math.min(count, from + 500); i += 1) text += line(i);
    if (!file.write(text)) await once(file, "drain");
  }
  file.end();
  await once(file, "finish");
  return file.bytesWritten;
}
