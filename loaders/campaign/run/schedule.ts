import type {Plan} from "../../../src/schema/plan.js";

/** One boot of one profile. */
export interface Session {
  profile: Plan["profiles"][number];
  boot: number;
}

/**
 * The boots of a plan in the order in which they run. Profiles that a comparison joins take turns, A B B A A B ..., so that a
 * host that drifts hits both arms alike (`AB`: A B A B; `as-found`: one after the other). A profile alone boots in a row.
 */
export function schedule(plan: Plan): Session[] {
  const sessions: Session[] = [];
  const done = new Set<string>();
  for (const profile of plan.profiles) {
    if (done.has(profile.profile)) continue;
    const group = joined(plan, profile.profile);
    const order = plan.comparisons.find(
      (one) => one.order !== "as-found" && group.some((arm) => arm.profile === one.candidate)
    )?.order;
    for (const one of group) done.add(one.profile);
    if (order === undefined) for (const one of group) sessions.push(...boots(one));
    else sessions.push(...turns(group, order === "ABBA"));
  }
  return sessions;
}

const boots = (profile: Session["profile"]): Session[] =>
  Array.from({length: profile.boots}, (_, i) => ({profile, boot: i + 1}));

function turns(group: readonly Session["profile"][], mirrored: boolean): Session[] {
  const most = Math.max(...group.map((profile) => profile.boots));
  return Array.from({length: most}, (_, i) => i + 1).flatMap((boot) => {
    const arms = group.filter((profile) => profile.boots >= boot);
    return (mirrored && boot % 2 === 0 ? arms.reverse() : arms).map((profile) => ({profile, boot}));
  });
}

/** A profile and all that comparisons join to it, in the plan's order. */
function joined(plan: Plan, name: string): Session["profile"][] {
  const names = new Set([name]);
  for (let size = 0; size !== names.size;) {
    size = names.size;
    for (const {baseline, candidate} of plan.comparisons)
      if (names.has(baseline) || names.has(candidate)) names.add(baseline).add(candidate);
  }
  return plan.profiles.filter((profile) => names.has(profile.profile));
}
