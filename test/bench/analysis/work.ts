/** One piece of analysis work in a process of its own: `work.ts KIND FOLDER`. Prints its wall time, peak memory and what it found. */
import {readdir} from "node:fs/promises";
import {join} from "node:path";
import {LARGE_ID} from "../data/largeRecords.js";
import {arqueroStages} from "./arqueroStages.js";
import {decideJsonl, decideParquet} from "./decideOnce.js";
import {plainStages} from "./plainStages.js";
import {scanJsonl, scanParquet} from "./scan.js";

const WORK: Record<string, (folder: string) => Promise<unknown>> = {
  "decide-jsonl": decideJsonl,
  "decide-parquet": decideParquet,
  "scan-jsonl": async (folder) => scanJsonl(await requestFiles(folder)),
  "scan-parquet": scanParquet,
  "plain-jsonl": async (folder) => plainStages(await requestFiles(folder)),
  "arquero-jsonl": async (folder) => arqueroStages(await requestFiles(folder))
};

async function requestFiles(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, LARGE_ID), {recursive: true});
  return names.filter((name) => name.endsWith(".requests.jsonl")).map((name) => join(folder, LARGE_ID, name));
}

const [kind = "", folder = ""] = process.argv.slice(2);
const work = WORK[kind];
if (!work) throw new RangeError(`there is no work "${kind}"; there is: ${Object.keys(WORK).join(", ")}`);
const from = performance.now();
const found = await work(folder);
const wall_s = (performance.now() - from) / 1000;
const peak_mib = Math.round(process.resourceUsage().maxRSS / 1024);
process.stdout.write(`${JSON.stringify({wall_s, peak_mib, found})}\n`, () => process.exit(0));
