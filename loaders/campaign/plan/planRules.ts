import {nearestName} from "../../../src/metrics/names/nearestName.js";
import type {Plan} from "../../../src/schema/plan.js";
import type {ShapeProblem} from "./checkShape.js";

/** Rules across the fields of a plan; every broken one is told, with its path. */
export function planRules(plan: Plan): ShapeProblem[] {
  return [...profileRules(plan), ...comparisonRules(plan), ...lifecycleRules(plan)];
}

function profileRules(plan: Plan): ShapeProblem[] {
  const problems: ShapeProblem[] = [];
  const seen = new Set<string>();
  plan.profiles.forEach((profile, i) => {
    const at = `profiles[${i}]`;
    if (profile.profile === "incumbent" || profile.profile === "telemetry" || profile.profile === "host")
      problems.push({path: `${at}.profile`, message: `"${profile.profile}" is a name that Assay uses itself`});
    if (seen.has(profile.profile))
      problems.push({path: `${at}.profile`, message: `"${profile.profile}" is used twice`});
    seen.add(profile.profile);
    if (plan.lifecycle === "managed" && profile.recipe === null)
      problems.push({path: `${at}.recipe`, message: "is missing: a managed profile is started from a recipe"});
    if (plan.lifecycle === "attached" && profile.recipe !== null)
      problems.push({
        path: `${at}.recipe`,
        message: "an attached server is already started; a recipe has no effect there"
      });
    if (plan.lifecycle === "attached" && profile.boots > 1)
      problems.push({path: `${at}.boots`, message: "an attached server is never restarted: boots must be 1"});
    const context = profile.context_tokens;
    profile.stages.capacity.forEach((point, j) => {
      if (context !== null && point.nominal_prompt_tokens + point.max_tokens > context)
        problems.push({
          path: `${at}.stages.capacity[${j}]`,
          message: `${point.nominal_prompt_tokens} prompt and ${point.max_tokens} output tokens do not fit ${context} tokens of context`
        });
    });
  });
  return problems;
}

function comparisonRules(plan: Plan): ShapeProblem[] {
  const problems: ShapeProblem[] = [];
  const names = [...plan.profiles.map((profile) => profile.profile), ...(plan.incumbent ? ["incumbent"] : [])];
  plan.comparisons.forEach((comparison, i) => {
    for (const arm of ["baseline", "candidate", "aa"] as const) {
      const name = comparison[arm];
      if (name === null || names.includes(name)) continue;
      const near = nearestName(name, names);
      problems.push({
        path: `comparisons[${i}].${arm}`,
        message: `there is no profile "${name}"${near ? `; did you mean "${near}"?` : ` (profiles: ${names.join(", ")})`}`
      });
    }
    for (const arm of ["baseline", "candidate"] as const) {
      const profile = plan.profiles.find((one) => one.profile === comparison[arm]);
      const points =
        profile?.stages.capacity ?? (comparison[arm] === "incumbent" ? plan.incumbent?.measure : undefined);
      const has = points?.some(
        (point) =>
          point.nominal_prompt_tokens === comparison.nominal_prompt_tokens &&
          point.concurrency === comparison.concurrency
      );
      if (points && !has)
        problems.push({
          path: `comparisons[${i}].${arm}`,
          message: `"${comparison[arm]}" has no capacity point of ${comparison.nominal_prompt_tokens} tokens at concurrency ${comparison.concurrency}`
        });
    }
    if (comparison.baseline === comparison.candidate)
      problems.push({
        path: `comparisons[${i}].candidate`,
        message: "is the baseline itself; an A/A run is named by aa"
      });
  });
  return problems;
}

function lifecycleRules(plan: Plan): ShapeProblem[] {
  const problems: ShapeProblem[] = [];
  if (plan.lifecycle === "managed" && plan.incumbent === null)
    problems.push({
      path: "incumbent",
      message: "is missing: a managed campaign says which container it stops and brings back"
    });
  if (plan.lifecycle === "attached" && plan.incumbent !== null)
    problems.push({path: "incumbent", message: "an attached campaign stops nothing, so it has no incumbent"});
  if (plan.lifecycle === "attached" && plan.host.base_url === null && plan.simulator === null)
    problems.push({path: "host.base_url", message: "is missing: an attached campaign says where the server is"});
  return problems;
}
