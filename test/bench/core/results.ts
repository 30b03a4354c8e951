import {readFile, writeFile} from "node:fs/promises";
import {BenchResults, type BenchPart} from "../../../src/schema/bench.js";

/** Where the figures of the last run lie; the README and the method page are made from it. */
export const RESULTS = new URL("../results.json", import.meta.url);

export async function readResults(file: URL = RESULTS): Promise<BenchResults> {
  try {
    return BenchResults.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {schema: "assay.bench/v1", parts: {}};
    throw error;
  }
}

/** Replaces one part and keeps the others, so that a run can be taken up where it stopped. */
export async function keepPart(
  name: string,
  part: BenchPart,
  order: readonly string[],
  file: URL = RESULTS
): Promise<void> {
  const results = await readResults(file);
  results.parts[name] = part;
  const parts = order.flatMap((key) => (results.parts[key] ? [[key, results.parts[key]] as const] : []));
  const text = JSON.stringify({schema: results.schema, parts: Object.fromEntries(parts)}, null, 2);
  await writeFile(file, `${text}\n`);
}
