import {isDeepStrictEqual} from "node:util";
import {runChild, TSX} from "../core/child.js";
import {readExport, STAGE_SQL, type StageAnswer} from "./readExport.js";

/** Asks an export the same question through `sql --from` and through a second engine, and says whether the answers agree. */
export async function secondEngine(
  folder: string,
  campaign: string,
  timeoutS: number
): Promise<{ours_s: number; theirs_s: number; equal: boolean; says: string}> {
  const {stdout, wallMs} = await runChild([...TSX, "loaders/cli.ts", "sql", STAGE_SQL, "--json", "--from", folder], {
    timeoutS
  });
  const ours = JSON.parse(stdout) as StageAnswer[];
  const from = performance.now();
  const theirs = await readExport(folder, campaign);
  const theirs_s = (performance.now() - from) / 1000;
  const equal = isDeepStrictEqual(ours, theirs);
  const n = theirs.reduce((sum, stage) => sum + stage.n, 0);
  return {
    ours_s: wallMs / 1000,
    theirs_s,
    equal,
    says: `${n} rows in ${theirs.length} stages: counts, sums, extremes and the decode rate's median; ${equal ? "equal to the last bit" : "not equal"}`
  };
}
