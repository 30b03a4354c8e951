import {mkdir} from "node:fs/promises";
import {join} from "node:path";
import {createCampaign, hashFile, verifyCampaign} from "../../../loaders/record/index.js";
import {framesOf, recordOf} from "../../record/smallCampaign.js";
import {runChild} from "../core/child.js";
import {measure} from "../core/measure.js";
import type {Part} from "../core/part.js";
import {LARGE_ID, PROFILES} from "../data/largeRecords.js";

const REPEATS = 3;
const HASHED_ROWS = 1_000_000;
const REQUESTS = 400;
const DELTAS = 256;

/** Hashing beside sha256sum, and deriving every request again from its wire. */
export const verify: Part = {
  name: "verify",
  title: "Verify: hashes and wire",
  async run({folder, large}, add) {
    const {evidence} = await large(HASHED_ROWS);
    const path = join(evidence, LARGE_ID, PROFILES[0], "01-capacity-4k-c1.requests.jsonl");
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let i = 0; i < REPEATS; i += 1) {
      const from = performance.now();
      const {size} = await hashFile(path);
      ours.push(size / 1e3 / (performance.now() - from));
      theirs.push(size / 1e3 / (await runChild(["sha256sum", path], {timeoutS: 60})).wallMs);
    }
    add(
      measure({
        what: "hash of request lines, whole file and chain of lines",
        unit: "MB/s",
        ours,
        peer: {name: "sha256sum, whole file", values: theirs}
      })
    );

    const home = join(folder, "verify");
    await mkdir(home);
    const place = await wireCampaign(home);
    const rates: number[] = [];
    for (let i = 0; i < REPEATS; i += 1) {
      const from = performance.now();
      const {derived, problems} = await verifyCampaign(place, {deep: true});
      if (derived !== REQUESTS || problems.length > 0)
        throw new Error(`verify found ${problems[0]?.what ?? "too few requests"}`);
      rates.push((1000 * REQUESTS) / (performance.now() - from));
    }
    const zcat: number[] = [];
    const wire = join(place, "p", "01-capacity.wire.jsonl.gz");
    for (let i = 0; i < REPEATS; i += 1)
      zcat.push((1000 * REQUESTS) / (await runChild(["gzip", "-t", wire], {timeoutS: 60})).wallMs);
    add(
      measure({
        what: `deep verify, ${DELTAS} deltas a request`,
        unit: "requests/s",
        ours: rates,
        limit: {name: "gzip unpacks the wire", values: zcat},
        n: REPEATS * REQUESTS
      })
    );
  }
};

/** A sealed campaign whose requests have their wire. */
async function wireCampaign(home: string): Promise<string> {
  const id = "2026-01-02-wire";
  const writer = await createCampaign({evidence: home, id});
  await writer.writeJson("campaign.json", {schema: "assay.campaign/v1", campaign_id: id, origin: "captured"});
  const stage = writer.stage("p", "01-capacity");
  for (let i = 0; i < REQUESTS; i += 1) {
    const words = Array.from({length: DELTAS}, (_, n) => ` word${(i * DELTAS + n) % 9973}`);
    const frames = framesOf(stage.requestId(i), words);
    await stage.appendRequest(recordOf("p", "01-capacity", i, frames), frames);
  }
  await stage.close();
  await writer.seal();
  return join(home, id);
}
