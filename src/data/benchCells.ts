import type {BenchMeasure, BenchResults} from "../schema/bench.js";

export const BENCH_HEADS = [
  "measure",
  "ours",
  "wanted",
  "beside it",
  "ratio",
  "limit",
  "ratio",
  "n",
  "spread"
] as const;

/** One row of the benchmark as texts, in the order of the heads. */
export function benchCells(row: BenchMeasure): string[] {
  const beside = (other: BenchMeasure["peer"]) =>
    other === null ? ["", ""] : [`${other.name}: ${figure(other.value)}`, `${figure(other.ratio)} x`];
  return [
    row.what,
    `${figure(row.ours)} ${row.unit}`,
    row.target === null ? "" : `${row.target}${row.met === null ? "" : row.met ? ": met" : ": **not met**"}`,
    ...beside(row.peer),
    ...beside(row.limit),
    String(row.n),
    row.spread === null ? "" : `${figure(100 * row.spread)} %`
  ];
}

/** Which machine measured, when, and how busy it was. */
export function machineSentence({parts}: BenchResults): string {
  const all = Object.values(parts);
  const newest = [...all].sort((a, b) => (a.measured_at < b.measured_at ? 1 : -1))[0];
  if (!newest) return "";
  const {cpu, cores, memory_gib, system, node} = newest.machine;
  const load = Math.max(...all.map((part) => part.load));
  const seconds = all.reduce((sum, part) => sum + part.seconds, 0);
  return (
    `Measured ${newest.measured_at.slice(0, 10)} on ${cpu}, ${cores} cores, ${memory_gib} GiB, ${system}, Node ${node.slice(1)}, in ${Math.round(seconds)} s` +
    (load > 1
      ? `. The machine was busy with other work (load ${load} a core): ratios hold, absolute times do not.`
      : ".")
  );
}

/** Three digits that count; whole from 100 on, with thin groups. */
function figure(value: number): string {
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toLocaleString("en-GB");
  return String(Number(value.toPrecision(3)));
}
