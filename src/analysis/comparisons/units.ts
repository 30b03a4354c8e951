import type {Sample} from "./arm.js";

/** Fewest boots an arm for which the boot is the unit (design, 8.2). */
export const BOOTS_FOR_UNIT = 4;

export interface Units {
  unit: "boot" | "request";
  scope: string;
  baseline: number[];
  candidate: number[];
}

/** The values that are compared: a boot's median where there are at least 4 v 4 boots, else each request. */
export async function units(baseline: Sample, candidate: Sample): Promise<Units> {
  return baseline.boots.length >= BOOTS_FOR_UNIT && candidate.boots.length >= BOOTS_FOR_UNIT
    ? {unit: "boot", scope: "across boots", baseline: baseline.boots, candidate: candidate.boots}
    : {
        unit: "request",
        scope: "in these boots",
        baseline: await baseline.values(),
        candidate: await candidate.values()
      };
}
