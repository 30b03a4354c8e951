import type {Plan} from "../../../src/schema/plan.js";
import type {Policy} from "../../../src/schema/policy.js";

type Profile = Plan["profiles"][number];
type Point = Profile["stages"]["capacity"][number];

/** Rates that an estimate assumes; they are printed with it. Tokens per second, and seconds. */
export const ASSUMED = {prefill_tok_s: 3000, decode_tok_s: 60, boot_s: 420, request_s: 15} as const;

/** Seconds of one point: every round of C requests prefills them one after another and decodes them together; two warm-ups and two probes. */
function pointS(point: Point): number {
  const prefill = point.nominal_prompt_tokens / ASSUMED.prefill_tok_s;
  const decode = point.max_tokens / ASSUMED.decode_tok_s;
  const round = prefill * point.concurrency + decode * (1 + 0.2 * (point.concurrency - 1));
  return round * point.repeats + 4 * prefill;
}

/** Seconds of a profile through all its boots. Functional stages run once, points in every boot. */
export function profileS(profile: Profile, policy: Policy): number {
  const {stages, boots} = profile;
  const once =
    (stages.preflight
      ? (20 + policy.preflight.tool_calls) * ASSUMED.request_s +
        policy.preflight.long_prompt_tokens / ASSUMED.prefill_tok_s
      : 0) +
    (stages.thinking ? 4 * ASSUMED.request_s : 0) +
    (stages.quality ? policy.quality.attempts * (policy.quality.visible_tokens / ASSUMED.decode_tok_s) : 0) +
    (stages.multimodal ? policy.multimodal.attempts * ASSUMED.request_s : 0) +
    (stages.endurance
      ? pointS({...stages.endurance, concurrency: 1, repeats: stages.endurance.requests, cache: "cold"})
      : 0);
  return boots * bootS(profile) + once;
}

/** Seconds of one more boot of a profile: the start and its points. */
export function bootS({stages}: Profile): number {
  return ASSUMED.boot_s + stages.capacity.reduce((sum, point) => sum + pointS(point), 0);
}

/** Expected seconds of a campaign, and those in which the incumbent is down (none when attached). */
export function expectedS(plan: Plan, policy: Policy): {totalS: number; downS: number} {
  const profiles = plan.profiles.reduce((sum, profile) => sum + profileS(profile, policy), 0);
  if (plan.lifecycle === "attached") {
    const boots = plan.profiles.reduce((sum, {boots: n}) => sum + n, 0);
    return {totalS: Math.max(0, profiles - boots * ASSUMED.boot_s), downS: 0};
  }
  const incumbent = 2 * (plan.incumbent?.measure ?? []).reduce((sum, point) => sum + pointS(point), 0);
  const downS = profiles + ASSUMED.boot_s;
  return {totalS: downS + incumbent, downS};
}
