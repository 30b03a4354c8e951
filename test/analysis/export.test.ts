import {mkdtemp} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {describe, expect, it} from "vitest";
import {openDatabase} from "../../src/analysis/database.js";
import {decide} from "../../src/analysis/decide.js";
import {LARGE_ID} from "../bench/data/largeRecords.js";
import {largeEvidence} from "../bench/data/largeEvidence.js";
import {readExport, STAGE_SQL} from "../bench/analysis/readExport.js";
import {command} from "../support/builtSite.js";

/** The audit runs several times here, and a busy machine takes its time. */
const BOUND_MS = 240_000;
const ROWS = 160;

describe("an export of Parquet", () => {
  it(
    "gives sql --from, and a second engine that is not DuckDB, equal answers to the last bit",
    async () => {
      const {exported} = await exportedRows();
      const theirs = await readExport(exported, LARGE_ID);
      expect(theirs.map((stage) => stage.n)).toEqual(Array(8).fill(ROWS / 8));
      const ours: unknown = JSON.parse(await command("sql", STAGE_SQL, "--json", "--from", exported));
      expect(ours).toEqual(theirs);
    },
    BOUND_MS
  );

  it(
    "stands for the request lines: the decision is the same",
    async () => {
      const {evidence, exported} = await exportedRows();
      const fromLines = await openDatabase(evidence);
      const fromParquet = await openDatabase(evidence, {requestsFrom: exported});
      expect(await decide(fromParquet, LARGE_ID)).toEqual(await decide(fromLines, LARGE_ID));
      fromLines.close();
      fromParquet.close();
    },
    BOUND_MS
  );
});

async function exportedRows(): Promise<{evidence: string; exported: string}> {
  const folder = await mkdtemp(join(tmpdir(), "assay-export-"));
  const {evidence} = await largeEvidence(join(folder, "evidence"), ROWS);
  const exported = join(folder, "exported");
  await command("export", exported, "--evidence", evidence);
  return {evidence, exported};
}
