import type {BenchMeasure} from "../../../src/schema/bench.js";

export interface Repeats {
  name: string;
  values: readonly number[];
}

/** How a target is read: our figure, or a ratio, on the right side of a bound. */
export interface Target {
  says: string;
  met: (row: {ours: number; peer: number | null; limit: number | null}) => boolean;
}

/** Middle of the repeats; of an even count the lower of the two. Throws RangeError of none. */
export function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.ceil(sorted.length / 2) - 1];
  if (value === undefined) throw new RangeError("nothing was measured");
  return value;
}

/** Puts repeats into a row of the table: medians, ratios of medians, spread of ours, and whether the target is met. */
export function measure(row: {
  what: string;
  unit: string;
  ours: readonly number[];
  /** How many things each repeat rests on; default: the repeats. */
  n?: number;
  peer?: Repeats | null;
  limit?: Repeats | null;
  target?: Target;
  note?: string;
}): BenchMeasure {
  const ours = middle(row.ours);
  const beside = (other: Repeats | null | undefined) => {
    if (!other || other.values.length === 0) return null;
    const value = middle(other.values);
    return {name: other.name, value, ratio: value === 0 ? 0 : ours / value};
  };
  const peer = beside(row.peer);
  const limit = beside(row.limit);
  const range = Math.max(...row.ours) - Math.min(...row.ours);
  return {
    what: row.what,
    unit: row.unit,
    ours,
    target: row.target?.says ?? null,
    met: row.target?.met({ours, peer: peer?.ratio ?? null, limit: limit?.ratio ?? null}) ?? null,
    peer,
    limit,
    n: row.n ?? row.ours.length,
    spread: row.ours.length > 1 && ours !== 0 ? range / 2 / Math.abs(ours) : null,
    note: row.note ?? null
  };
}
