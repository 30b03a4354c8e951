import {percentile} from "../../metrics/percentile.js";
import {groupBy} from "./groupBy.js";
import {bootKey, type ArmRow} from "./arm.js";

/** Fewest boots an arm for which the boot is the unit (design, 8.2). */
export const BOOTS_FOR_UNIT = 4;

/** One value a boot: the nearest-rank median of its requests, in the metric's unit (design, 8.2). In the order of the boots' first rows. */
export function bootValues(rows: readonly ArmRow[]): number[] {
  const boots = groupBy(rows, bootKey);
  return [...boots.values()].map(
    (of) =>
      percentile(
        of.map((r) => r.value),
        50
      ) ?? NaN
  );
}

export interface Units {
  unit: "boot" | "request";
  scope: string;
  baseline: number[];
  candidate: number[];
}

/** The values that are compared: a boot's median where there are at least 4 v 4 boots, else each request. */
export function units(baseline: readonly ArmRow[], candidate: readonly ArmRow[]): Units {
  const boots = {baseline: bootValues(baseline), candidate: bootValues(candidate)};
  return boots.baseline.length >= BOOTS_FOR_UNIT && boots.candidate.length >= BOOTS_FOR_UNIT
    ? {unit: "boot", scope: "across boots", ...boots}
    : {
        unit: "request",
        scope: "in these boots",
        baseline: baseline.map((r) => r.value),
        candidate: candidate.map((r) => r.value)
      };
}
