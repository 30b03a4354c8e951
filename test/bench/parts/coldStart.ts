import {join} from "node:path";
import {runChild, TSX} from "../core/child.js";
import {measure} from "../core/measure.js";
import type {Part} from "../core/part.js";

const REPEATS = 5;
/** As package.json's scripts start it. */
const CLI = [join("node_modules", ".bin", "tsx"), "loaders/cli.ts"];

/** Wall time of a command from its start to its end, beside the runtime that does nothing. */
export const coldStart: Part = {
  name: "start",
  title: "Cold start of the command line",
  async run(_, add) {
    const programs: Record<string, readonly string[]> = {
      help: [...CLI, "decide", "--help"],
      sql: [...CLI, "sql", "select 1"],
      tsx: [...TSX, "--eval", "0"],
      node: [process.execPath, "--eval", "0"],
      duckdb: [...TSX, "test/bench/analysis/selectOne.ts"]
    };
    const times: Record<string, number[]> = {};
    for (let i = 0; i < REPEATS; i += 1)
      for (const [name, argv] of Object.entries(programs))
        times[name] = [...(times[name] ?? []), (await runChild(argv, {timeoutS: 60})).wallMs];
    const of = (name: string) => times[name] ?? [];
    add(
      measure({
        what: "decide --help",
        unit: "ms",
        ours: of("help"),
        peer: {name: "TypeScript loader alone", values: of("tsx")},
        limit: {name: "Node alone", values: of("node")}
      })
    );
    add(
      measure({
        what: 'sql "select 1", over this repository\'s evidence',
        unit: "ms",
        ours: of("sql"),
        peer: {name: "select 1 in an empty DuckDB", values: of("duckdb")},
        limit: {name: "Node alone", values: of("node")},
        note: "all campaigns are loaded, compared and audited before the first question, since their tables hold the findings"
      })
    );
  }
};
