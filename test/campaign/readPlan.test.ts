import {mkdtemp, readdir, readFile, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {describe, expect, it} from "vitest";
import {jsonSchemas} from "../../loaders/campaign/plan/jsonSchemas.js";
import {readPlan} from "../../loaders/campaign/plan/readPlan.js";
import {nearestName} from "../../src/metrics/names/nearestName.js";
import {Problem} from "../../src/schema/problem.js";

const CONFIGS = fileURLToPath(new URL("../../configs/", import.meta.url));

async function problemOf(toml: string): Promise<Problem> {
  const folder = await mkdtemp(join(tmpdir(), "assay-plan-"));
  await writeFile(join(folder, "plan.toml"), toml);
  const error: unknown = await readPlan(join(folder, "plan.toml")).then(
    () => null,
    (thrown: unknown) => thrown
  );
  if (!(error instanceof Problem)) throw new Error("the plan was read without a problem");
  return error;
}

const ATTACHED = `lifecycle = "attached"
campaign.slug = "x"
host.base_url = "http://127.0.0.1:1"
`;

describe("readPlan", () => {
  it("reads every plan in configs/", async () => {
    const plans = (await readdir(CONFIGS)).filter((name) => name.endsWith(".toml") && name !== "reviewers.toml");
    expect(plans.length).toBeGreaterThan(4);
    for (const name of plans) await expect(readPlan(join(CONFIGS, name)), name).resolves.toHaveProperty("plan");
  });

  it("tells two unknown keys and a wrong type in one message, each with its path", async () => {
    const problem = await problemOf(`${ATTACHED}temprature = 0
[[profiles]]
profile = "a"
boots = "two"
stages.preflite = true
`);
    expect(problem.exitCode).toBe(2);
    expect(problem.message).toContain("3 problems");
    expect(problem.message).toContain('temprature: unknown key; did you mean "temperature"?');
    expect(problem.message).toContain("profiles[0].boots: ");
    expect(problem.message).toContain('profiles[0].stages.preflite: unknown key; did you mean "preflight"?');
  });

  it("says the line and column of a text that is not TOML", async () => {
    const problem = await problemOf("lifecycle = \n");
    expect(problem.where).toMatch(/line 1, column \d+/);
    expect(problem.exitCode).toBe(2);
  });

  it("says that a plan is not there", async () => {
    await expect(readPlan("/nowhere/plan.toml")).rejects.toMatchObject({code: "plan.unreadable", exitCode: 2});
  });

  it("wants a recipe and an incumbent in a managed plan", async () => {
    const problem = await problemOf(`lifecycle = "managed"
campaign.slug = "x"
host = {}
[[profiles]]
profile = "a"
stages = {}
`);
    expect(problem.message).toContain("profiles[0].recipe: is missing");
    expect(problem.message).toContain("incumbent: is missing");
  });

  it("wants a comparison to name profiles that exist and points that they measure", async () => {
    const problem = await problemOf(`${ATTACHED}
[[profiles]]
profile = "adaptive"
stages = {capacity = [{nominal_prompt_tokens = 4096}]}
[[profiles]]
profile = "plain"
stages = {capacity = [{nominal_prompt_tokens = 4096}]}
[[comparisons]]
comparison_id = "c"
metric = "decode_tok_s"
baseline = "plane"
candidate = "adaptive"
nominal_prompt_tokens = 8192
concurrency = 1
better = "higher"
varies = []
order = "ABBA"
primary = true
protected = []
aa = "plain"
`);
    expect(problem.message).toContain('comparisons[0].baseline: there is no profile "plane"; did you mean "plain"?');
    expect(problem.message).toContain('comparisons[0].candidate: "adaptive" has no capacity point of 8192 tokens');
  });

  it("refuses a point that does not fit the context", async () => {
    const problem = await problemOf(`${ATTACHED}
[[profiles]]
profile = "a"
context_tokens = 4000
stages = {capacity = [{nominal_prompt_tokens = 4096}]}
`);
    expect(problem.message).toContain("do not fit 4000 tokens of context");
  });

  it("refuses two profiles of one name and a name that Assay uses itself", async () => {
    const problem = await problemOf(`${ATTACHED}
[[profiles]]
profile = "incumbent"
stages = {}
[[profiles]]
profile = "incumbent"
stages = {}
`);
    expect(problem.message).toContain("is used twice");
    expect(problem.message).toContain("a name that Assay uses itself");
  });

  it("suggests the nearest key only when it is near", () => {
    expect(nearestName("lifecylce", ["lifecycle", "limits"])).toBe("lifecycle");
    expect(nearestName("zzz", ["lifecycle", "limits"])).toBeNull();
  });

  it("keeps the generated JSON Schemas current", async () => {
    for (const [name, text] of Object.entries(jsonSchemas()))
      expect(JSON.parse(await readFile(join(CONFIGS, name), "utf8")), name).toEqual(JSON.parse(text));
  });
});
