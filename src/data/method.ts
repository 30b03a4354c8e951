import {RULES} from "../analysis/audit/rules.js";
import {VIEWS, viewText} from "../analysis/views.js";
import {CATALOGUE} from "../metrics/catalogue.js";
import type {Method} from "./methodPage.js";

/** The code's own catalogues, which the method page and the notebook are made from. */
export async function method(): Promise<Method> {
  const views = await Promise.all(VIEWS.map(async (name) => ({name, sql: await viewText(name)})));
  return {metrics: CATALOGUE, rules: RULES, views};
}
