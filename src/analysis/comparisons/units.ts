import {percentile} from "../../metrics/percentile.js";
import type {Arm, ArmBlock} from "./arm.js";
import {groupBy} from "./groupBy.js";

/** Fewest boots an arm for which the boot is the unit (design, 8.2). */
export const BOOTS_FOR_UNIT = 4;

/** One value a boot: the nearest-rank median of its requests, in the metric's unit (design, 8.2). In the order of the boots' first rows. */
export function bootValues(blocks: readonly ArmBlock[]): number[] {
  const boots = groupBy(blocks, (block) => block.boot);
  return [...boots.values()].map((of) => percentile(allValues(of), 50) ?? NaN);
}

/** The values of every request, in the order they were measured. */
export const allValues = (blocks: readonly ArmBlock[]): number[] => blocks.flatMap((block) => block.values);

export interface Units {
  unit: "boot" | "request";
  scope: string;
  baseline: number[];
  candidate: number[];
}

/** The values that are compared: a boot's median where there are at least 4 v 4 boots, else each request. */
export function units(baseline: Pick<Arm, "blocks">, candidate: Pick<Arm, "blocks">): Units {
  const boots = {baseline: bootValues(baseline.blocks), candidate: bootValues(candidate.blocks)};
  return boots.baseline.length >= BOOTS_FOR_UNIT && boots.candidate.length >= BOOTS_FOR_UNIT
    ? {unit: "boot", scope: "across boots", ...boots}
    : {
        unit: "request",
        scope: "in these boots",
        baseline: allValues(baseline.blocks),
        candidate: allValues(candidate.blocks)
      };
}
