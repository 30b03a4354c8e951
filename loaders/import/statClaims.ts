/** Claims from a block of statistics such as {mean, p50, p99}: one row each, converted, with the basis of the metric. */
import type {Basis} from "../../src/schema/basis.js";
import {claim, pathStep} from "./claim.js";
import type {ReportedDraft} from "./draft.js";
import {asObject} from "./shape.js";

export interface Stated {
  metric: string;
  unit: string;
  basis?: Basis | null;
  /** From the file's unit to the row's; default: as it is. */
  convert?: (value: number) => number | null;
}

const NAMES = new Map([
  ["avg", "mean"],
  ["mean", "mean"],
  ["median", "p50"],
  ["std", "std"],
  ["stddev", "std"],
  ["std_dev", "std"],
  ["min", "min"],
  ["max", "max"],
  ["sum", "total"],
  ["total", "total"],
  ["total_sum", "total"],
  ["count", "count"]
]);

/** The record's word for a statistic's key: `median` and `50` are p50; null where the key is none. */
export function statisticName(key: string): string | null {
  const known = NAMES.get(key);
  if (known !== undefined) return known;
  const p = /^p?(\d{1,3}(?:\.\d+)?)$/.exec(key)?.[1];
  return p === undefined ? null : `p${p}`;
}

/** `block` may hold its percentiles one level deeper. A statistic that two keys give is claimed once: the first. */
export function statClaims(block: unknown, path: string, stated: Stated): ReportedDraft[] {
  const seen = new Set<string>();
  const rows = (inner: Record<string, unknown>, at: string): ReportedDraft[] =>
    Object.entries(inner).flatMap(([key, value]) => {
      const statistic = statisticName(key);
      if (statistic === null || typeof value !== "number" || seen.has(statistic)) return [];
      seen.add(statistic);
      const count = statistic === "count";
      const converted = count || !stated.convert ? value : stated.convert(value);
      return claim(
        stated.metric,
        statistic,
        converted,
        count ? "requests" : stated.unit,
        `${at}${pathStep(key)}`,
        stated.basis ?? null
      );
    });
  const top = asObject(block);
  return [...rows(top, path), ...rows(asObject(top["percentiles"]), `${path}.percentiles`)];
}
