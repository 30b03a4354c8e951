import {readFile} from "node:fs/promises";
import {RULES} from "../analysis/audit/rules.js";
import {VIEWS, viewText} from "../analysis/views.js";
import {CATALOGUE} from "../metrics/catalogue.js";
import {BenchResults} from "../schema/bench.js";
import type {Method} from "./methodPage.js";

/** The code's own catalogues, which the method page and the notebook are made from. */
export async function method(): Promise<Method> {
  const views = await Promise.all(VIEWS.map(async (name) => ({name, sql: await viewText(name)})));
  return {metrics: CATALOGUE, rules: RULES, views, bench: await bench()};
}

const RESULTS = new URL("../../test/bench/results.json", import.meta.url);

/** Results of the benchmark; none where the tool is installed without its tests. */
async function bench(): Promise<BenchResults> {
  const text = await readFile(RESULTS, "utf8").catch(() => null);
  return text === null ? {schema: "assay.bench/v1", parts: {}} : BenchResults.parse(JSON.parse(text));
}
