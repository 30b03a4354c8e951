import type {z} from "zod";
import type {ComparisonSpec} from "../../schema/comparison.js";
import type {ComparisonResult} from "../../schema/decision.js";
import {nonInferiority, ratioInterval} from "../statistics/index.js";
import {readArm} from "./arm.js";
import {COMPARABLE_METRICS} from "./comparableMetrics.js";
import type {EvidenceSource} from "./evidenceSource.js";
import {units} from "./units.js";

/** One word per protected metric of a comparison, at the same point and on the same unit. Values of different bases cannot tell. */
export async function protectedWords(
  db: EvidenceSource,
  campaignId: string,
  spec: z.infer<typeof ComparisonSpec>
): Promise<z.infer<typeof ComparisonResult>["protected"]> {
  const words = [];
  for (const {metric, loss} of spec.protected) {
    const baseline = await readArm(db, campaignId, spec.baseline, spec, metric);
    const candidate = await readArm(db, campaignId, spec.candidate, spec, metric);
    const bases = new Set([...baseline.blocks, ...candidate.blocks].map((block) => block.basis));
    const of = await units(baseline, candidate);
    const interval = bases.size === 1 ? ratioInterval(of.baseline, of.candidate) : null;
    const better = COMPARABLE_METRICS[metric]?.better ?? "higher";
    words.push({
      metric,
      loss,
      word: nonInferiority(interval, loss, better),
      lo: interval?.lo ?? null,
      hi: interval?.hi ?? null
    });
  }
  return words;
}
