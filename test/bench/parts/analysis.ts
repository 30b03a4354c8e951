import {runChild, runJson, TSX} from "../core/child.js";
import {measure} from "../core/measure.js";
import type {Part} from "../core/part.js";
import {LARGE_ID} from "../data/largeRecords.js";
import {secondEngine} from "../analysis/secondEngine.js";

interface Done {
  wall_s: number;
  peak_mib: number;
}

const SIZES = [10_000, 100_000, 1_000_000];
const FULL = [...SIZES, 10_000_000];
const TARGET_ROWS = 1_000_000;

/** From request rows to a decision, beside DuckDB's bare scan, arquero and plain JavaScript. */
export const analysis: Part = {
  name: "analysis",
  title: "Analysis: from request rows to a decision",
  async run(context, add) {
    for (const rows of context.full ? FULL : SIZES) {
      const {evidence, bytes} = await context.large(rows);
      const timeoutS = context.full ? 1800 : 150;
      const work = (kind: string) => runJson<Done>([...TSX, "test/bench/analysis/work.ts", kind, evidence], timeoutS);
      const times = async (kind: string): Promise<Done[]> => {
        const done: Done[] = [];
        for (let i = 0; i < (rows > 100_000 ? 1 : 3); i += 1) done.push(await work(kind));
        return done;
      };
      const walls = (done: readonly Done[]) => done.map((d) => d.wall_s);
      const size = rows >= 1_000_000 ? `${rows / 1_000_000} million rows` : `${rows / 1000} thousand rows`;
      const large = rows === TARGET_ROWS;

      const jsonl = await times("decide-jsonl");
      const scan = {name: "DuckDB's bare scan", values: walls(await times("scan-jsonl"))};
      const plain = {name: "plain JavaScript, 6 medians", values: walls(await times("plain-jsonl"))};
      const peak_mib = Math.max(...jsonl.map((d) => d.peak_mib));
      add(
        measure({
          what: `JSONL to decision, ${size}`,
          unit: "s",
          ours: walls(jsonl),
          peer: plain,
          limit: scan,
          ...(large
            ? {target: {says: "10 s and 2 GB", met: (r: {ours: number}) => r.ours < 10 && peak_mib < 2000}}
            : {}),
          note: `${(bytes / 1e6).toFixed(0)} MB of lines, peak memory ${peak_mib} MiB`
        })
      );
      if (rows <= TARGET_ROWS) {
        const arquero = {name: "arquero, 6 medians", values: walls(await times("arquero-jsonl"))};
        add(measure({what: `the same beside arquero, ${size}`, unit: "s", ours: walls(jsonl), peer: arquero}));
      }

      const parquet = `${evidence}-parquet`;
      const exported = await runChild([...TSX, "loaders/cli.ts", "export", parquet, "--evidence", evidence], {
        timeoutS
      });
      const fromParquet = await times("decide-parquet");
      const scanParquet = {name: "DuckDB's bare scan", values: walls(await times2(parquet, timeoutS))};
      add(
        measure({
          what: `Parquet to decision, ${size}`,
          unit: "s",
          ours: walls(fromParquet),
          limit: scanParquet,
          ...(large ? {target: {says: "1 s", met: (r: {ours: number}) => r.ours < 1}} : {}),
          note: `peak memory ${Math.max(...fromParquet.map((d) => d.peak_mib))} MiB; export took ${(exported.wallMs / 1000).toFixed(1)} s`
        })
      );
      if (rows > TARGET_ROWS) continue;
      const engines = await secondEngine(parquet, LARGE_ID, timeoutS);
      add(
        measure({
          what: `export read back by sql --from, ${size}: answers equal to hyparquet's`,
          unit: "s",
          ours: [engines.ours_s],
          peer: {name: "hyparquet", values: [engines.theirs_s]},
          target: {says: "equal answers", met: () => engines.equal},
          n: rows,
          note: engines.says
        })
      );
    }
  }
};

async function times2(parquet: string, timeoutS: number): Promise<Done[]> {
  return [await runJson<Done>([...TSX, "test/bench/analysis/work.ts", "scan-parquet", parquet], timeoutS)];
}
