import {benchCells, BENCH_HEADS, machineSentence} from "../../../src/data/benchCells.js";
import type {BenchResults} from "../../../src/schema/bench.js";

/** The results as a Markdown table, with the machine named; `wantedOnly`: the measures that have a target, without their notes. */
export function tableText(results: BenchResults, {wantedOnly = false} = {}): string {
  const wanted = Object.values(results.parts)
    .map((part) => ({...part, measures: part.measures.filter((row) => row.target !== null)}))
    .filter((part) => part.measures.length > 0);
  const parts = wantedOnly ? wanted : Object.values(results.parts);
  if (parts.length === 0) return "Nothing was measured yet: `npm run bench`.\n";
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const rows = parts.flatMap((part) => [
    line([`**${part.title}**`, ...BENCH_HEADS.slice(1).map(() => "")]),
    ...part.measures.map((row) => line(benchCells(row))),
    ...(part.failed === null ? [] : [line([`not finished: ${part.failed}`, ...BENCH_HEADS.slice(1).map(() => "")])])
  ]);
  const notes = parts.flatMap((part) =>
    part.measures.flatMap((row) => (row.note === null || wantedOnly ? [] : [`- ${row.what}: ${row.note}`]))
  );
  return [
    machineSentence(results),
    "",
    line(BENCH_HEADS),
    line(BENCH_HEADS.map(() => "---")),
    ...rows,
    ...(notes.length > 0 ? ["", ...notes] : []),
    ""
  ].join("\n");
}
