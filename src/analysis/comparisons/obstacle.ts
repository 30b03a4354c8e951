import type {z} from "zod";
import type {ComparisonSpec} from "../../schema/comparison.js";
import type {Finding} from "../../schema/decision.js";
import type {Arm, ArmBlock} from "./arm.js";
import {COMPARABLE_METRICS} from "./comparableMetrics.js";
import type {Difference} from "./differences.js";

/** Why two arms do not compare at all, as a sentence; null when they do. Rows of different bases, lengths of different kinds and clocks of different scales are never ranked together. */
export function obstacle(
  spec: z.infer<typeof ComparisonSpec>,
  baseline: Arm,
  candidate: Arm,
  differs: readonly Difference[],
  findings: readonly Finding[]
): string | null {
  if (!COMPARABLE_METRICS[spec.metric]) return `"${spec.metric}" is not a metric of a request that can be compared`;
  for (const [name, arm] of [
    [spec.baseline, baseline],
    [spec.candidate, candidate]
  ] as const)
    if (arm.n === 0) return `${name} has no measured ${spec.metric} at this point`;
  const both = [...baseline.blocks, ...candidate.blocks];
  const scales = distinct(both, (block) => String(block.time_scale));
  if (scales.length > 1) return `the arms ran at different time scales: ${scales.join(" and ")}`;
  const bases = [distinct(baseline.blocks, (block) => block.basis), distinct(candidate.blocks, (block) => block.basis)];
  if (distinct(both, (block) => block.basis).length > 1)
    return `the values are of different bases: ${spec.baseline} has ${bases[0]?.join(" and ")}, ${spec.candidate} has ${bases[1]?.join(" and ")}`;
  const beyond = differs.filter((d) => !d.allowed).map((d) => d.setting);
  if (beyond.length > 0) return `the arms differ beyond what may vary: ${beyond.join(", ")}`;
  const against = findings.find((f) => f.severity === "invalidates" && f.comparison_id === spec.comparison_id);
  return against ? `${against.rule}: ${against.detail}` : null;
}

const distinct = (blocks: readonly ArmBlock[], of: (block: ArmBlock) => string): string[] =>
  [...new Set(blocks.map(of))].sort();
