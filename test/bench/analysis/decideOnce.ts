import {openDatabase} from "../../../src/analysis/database.js";
import {decide} from "../../../src/analysis/decide.js";
import {LARGE_ID} from "../data/largeRecords.js";

/** From JSON lines to a decision. */
export async function decideJsonl(folder: string): Promise<unknown> {
  return decided(await openDatabase(folder));
}

/** From what `export` wrote (in `<folder>/parquet`) to a decision; the small records still come from the evidence. */
export async function decideParquet(folder: string): Promise<unknown> {
  return decided(await openDatabase(folder, {requestsFrom: `${folder}-parquet`}));
}

async function decided(db: Awaited<ReturnType<typeof openDatabase>>): Promise<unknown> {
  const decision = await decide(db, LARGE_ID);
  const comparison = decision.comparisons[0];
  db.close();
  return {values: decision.values.length, word: comparison?.word, ratio: comparison?.ratio};
}
