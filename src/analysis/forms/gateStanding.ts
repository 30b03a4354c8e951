import type {Decision} from "../../schema/decision.js";

/** How a gate of a decision stands for a machine that only knows passed, failed and skipped. */
export interface GateStanding {
  standing: "passed" | "failed" | "skipped";
  /** Why, for what did not pass. */
  message: string | null;
}

/**
 * A gate in a CI system's words, in step with the exit code of `decide`: it fails only where it is required and belongs to what
 * the decision judges (the selected profile, or every candidate when none is selected). What failed elsewhere is skipped, with its reason.
 */
export function gateStanding(decision: Decision, gate: Decision["gates"][number]): GateStanding {
  if (gate.verdict === "pass") return {standing: "passed", message: null};
  const said = `${gate.verdict}: ${gate.reason}`;
  if (!gate.required) return {standing: "skipped", message: `not required; ${said}`};
  if (decision.selected !== null && gate.profile !== decision.selected)
    return {standing: "skipped", message: `${gate.profile} is not selected; ${said}`};
  if (waived(decision, gate)) return {standing: "skipped", message: `waived by a signed amendment; ${said}`};
  return {standing: "failed", message: said};
}

const waived = ({amendments}: Decision, {profile, gate}: Decision["gates"][number]) =>
  amendments.some((a) => a.kind === "waiver" && a.effect && a.profile === profile && a.gate === gate);
