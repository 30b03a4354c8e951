import {mkdtemp, readFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterEach, describe, expect, it} from "vitest";
import {attachedPlanText, type ServerFacts} from "../../loaders/cli/rehearsal/attachedPlanText.js";
import {main} from "../../loaders/cli.js";
import {readPlan} from "../../loaders/campaign/plan/readPlan.js";
import {startSimulator, type Simulator} from "../../loaders/simulator/index.js";
import {parse} from "smol-toml";
import {Plan} from "../../src/schema/plan.js";

let simulator: Simulator | null = null;
afterEach(async () => {
  await simulator?.close();
  simulator = null;
});

const facts: ServerFacts = {
  baseUrl: "http://127.0.0.1:1",
  apiKeyEnv: null,
  model: "some/Model-7B",
  modelIsChosen: false,
  context: 131_072,
  engine: "sglang",
  hasMetrics: true,
  vision: null,
  gpus: []
};
const planOf = (over: Partial<ServerFacts>) => Plan.parse(parse(attachedPlanText({...facts, ...over})));

describe("init", () => {
  it("writes a plan that reads, for the server that it looked at, and never over another file", async () => {
    simulator = await startSimulator({timeScale: 0.01});
    const folder = await mkdtemp(join(tmpdir(), "assay-init-"));
    const said: string[] = [];
    const effects = {
      out: (text: string) => void said.push(text),
      talk: (text: string) => void said.push(text),
      env: process.env,
      cwd: folder,
      now: () => new Date(),
      interactive: false
    };
    const argv = ["init", "--base-url", simulator.baseUrl, "--out", "mine.toml"];
    expect(await main(argv, effects)).toBe(0);
    const {plan} = await readPlan(join(folder, "mine.toml"));
    expect(plan.value.host.base_url).toBe(simulator.baseUrl);
    expect(plan.value.profiles[0]?.stages.capacity.length).toBeGreaterThan(1);
    const before = await readFile(join(folder, "mine.toml"), "utf8");
    expect(await main(argv, effects)).toBe(2);
    expect(await readFile(join(folder, "mine.toml"), "utf8")).toBe(before);
  });

  it("plans only points that fit the context, and declares what cannot be measured", () => {
    const small = planOf({context: 8192});
    expect(small.profiles[0]?.stages.capacity.map((point) => point.nominal_prompt_tokens)).toEqual([4096]);
    expect(small.not_applicable.map((one) => one.what)).toEqual(["long-tools", "reserve"]);
    expect(planOf({vision: false}).not_applicable.map((one) => one.what)).toContain("multimodal");
    expect(planOf({context: 512}).profiles[0]?.stages.capacity[0]?.nominal_prompt_tokens).toBe(256);
  });

  it("cannot be made to write another plan by a model's name", () => {
    const plan = planOf({model: 'm"\nlifecycle = "managed"\n[host]\nbase_url = "http://evil"', modelIsChosen: true});
    expect(plan.lifecycle).toBe("attached");
    expect(plan.host.base_url).toBe(facts.baseUrl);
  });
});
