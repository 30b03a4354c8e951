import {existsSync} from "node:fs";
import {dirname, resolve} from "node:path";
import {fileURLToPath} from "node:url";
import {Plan} from "../../../src/schema/plan.js";
import {Policy} from "../../../src/schema/policy.js";
import {Recipe} from "../../../src/schema/recipe.js";
import type {ShapeProblem} from "./checkShape.js";
import {planRules} from "./planRules.js";
import {listed, readToml, type TomlFile} from "./readToml.js";

/** A plan with everything that it names, read and checked. */
export interface LoadedPlan {
  plan: TomlFile<Plan>;
  policy: TomlFile<Policy>;
  /** By the recipe's path as the plan writes it. */
  recipes: Map<string, TomlFile<Recipe>>;
  /** The folder that the plan's paths are relative to. */
  base: string;
}

const DEFAULT_POLICY = fileURLToPath(new URL("../../../configs/policies/default.toml", import.meta.url));

/** Reads a plan, its recipes and its policy. Throws a Problem (exit 2) with every problem of the first file that has any. */
export async function readPlan(path: string): Promise<LoadedPlan> {
  const base = dirname(path);
  const plan = await readToml(path, Plan, "plan", (value) => [...planRules(value), ...missingFiles(value, base)]);
  const policy = await readPolicy(plan.value.policy === null ? DEFAULT_POLICY : resolve(base, plan.value.policy));
  const recipes = new Map<string, TomlFile<Recipe>>();
  for (const {recipe} of plan.value.profiles) {
    if (recipe !== null && !recipes.has(recipe)) recipes.set(recipe, await readRecipe(resolve(base, recipe)));
  }
  const problems = recipeRules(plan.value, recipes);
  if (problems.length > 0) throw listed(path, "plan", problems);
  return {plan, policy, recipes, base};
}

/** Reads a recipe: model and image are pinned, keys are known. Throws a Problem (exit 2). */
export const readRecipe = (path: string): Promise<TomlFile<Recipe>> => readToml(path, Recipe, "recipe");

/** Reads a policy. Throws a Problem (exit 2). */
export const readPolicy = (path: string): Promise<TomlFile<Policy>> => readToml(path, Policy, "policy");

function missingFiles(plan: Plan, base: string): ShapeProblem[] {
  const problems: ShapeProblem[] = [];
  const look = (path: string, named: string | null) => {
    if (named !== null && !existsSync(resolve(base, named)))
      problems.push({path, message: `there is no file ${named}`});
  };
  look("policy", plan.policy);
  plan.profiles.forEach((profile, i) => look(`profiles[${i}].recipe`, profile.recipe));
  return problems;
}

function recipeRules(plan: Plan, recipes: Map<string, TomlFile<Recipe>>): ShapeProblem[] {
  return plan.profiles.flatMap((profile, i) => {
    const recipe = profile.recipe === null ? undefined : recipes.get(profile.recipe)?.value;
    if (!recipe) return [];
    const context = profile.context_tokens ?? recipe.context_tokens;
    const at = `profiles[${i}]`;
    const problems: ShapeProblem[] = [];
    if (context > recipe.context_tokens)
      problems.push({path: `${at}.context_tokens`, message: `the recipe serves only ${recipe.context_tokens}`});
    profile.stages.capacity.forEach((point, j) => {
      if (point.nominal_prompt_tokens + point.max_tokens > context)
        problems.push({
          path: `${at}.stages.capacity[${j}]`,
          message: `${point.nominal_prompt_tokens} prompt and ${point.max_tokens} output tokens do not fit ${context} tokens of context`
        });
    });
    return problems;
  });
}
