import {mannWhitneyRank} from "./mannWhitneyRank.js";
import {minP} from "./minP.js";

export interface CoverageRow {
  n: number;
  m: number;
  /** The interval of the ratio is [D(j), D(nm + 1 - j)]. */
  j: number;
  coverage: number;
  min_p: number;
}

/** The rank and exact coverage of the ratio's interval for every n v m up to `largest`: what SQL cannot compute by itself. */
export function coverageTable(largest = 20): CoverageRow[] {
  const sizes = Array.from({length: largest}, (_, i) => i + 1);
  return sizes.flatMap((n) =>
    sizes.map((m) => {
      const {j, coverage} = mannWhitneyRank(n, m);
      return {n, m, j, coverage, min_p: minP(n, m) ?? 1};
    })
  );
}
