import type {Decision} from "../../schema/decision.js";

type Outcome = Decision["profiles"][number]["outcome"];

/** Each profile's outcome beside the one that its gates give by section 8.4. */
export function recountedOutcomes(decision: Decision): {profile: string; outcome: Outcome; second: Outcome}[] {
  const waived = decision.amendments.filter((a) => a.effect && a.kind === "waiver");
  return decision.profiles.map(({profile, outcome}) => {
    const binding = decision.gates.filter(
      (g) => g.profile === profile && g.required && !waived.some((w) => w.profile === profile && w.gate === g.gate)
    );
    const failed = binding.filter((g) => g.verdict === "fail");
    const open = binding.some((g) => g.verdict !== "fail" && g.verdict !== "pass") || binding.length === 0;
    const second: Outcome = failed.some((g) => g.class !== "policy")
      ? "failed"
      : failed.length > 0
        ? "policy-infeasible"
        : open
          ? "incomplete"
          : "verified";
    return {profile, outcome, second};
  });
}
