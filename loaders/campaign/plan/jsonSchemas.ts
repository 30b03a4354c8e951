import {writeFile} from "node:fs/promises";
import {fileURLToPath} from "node:url";
import {z} from "zod";
import {Plan} from "../../../src/schema/plan.js";
import {Policy} from "../../../src/schema/policy.js";
import {Recipe} from "../../../src/schema/recipe.js";

const SCHEMAS = {plan: Plan, recipe: Recipe, policy: Policy};

/** The JSON Schemas of plans, recipes and policies for editors, as text by file name. */
export function jsonSchemas(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(SCHEMAS).map(([name, schema]) => [
      `${name}.schema.json`,
      `${JSON.stringify({title: `Assay ${name}`, ...z.toJSONSchema(schema, {io: "input"})}, null, 2)}\n`
    ])
  );
}

/** Writes them beside the plans: `npx tsx loaders/campaign/plan/jsonSchemas.ts`. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, text] of Object.entries(jsonSchemas()))
    await writeFile(fileURLToPath(new URL(`../../../configs/${name}`, import.meta.url)), text);
}
