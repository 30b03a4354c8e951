import {mkdtemp, readFile, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterEach, describe, expect, it} from "vitest";
import {detect} from "../../loaders/import/detect.js";
import {httpClient} from "../../loaders/host/client/index.js";
import {createCampaign} from "../../loaders/record/index.js";
import {startSimulator} from "../../loaders/simulator/index.js";
import {PromptBook} from "../../loaders/stages/prompts/promptBook.js";
import {runStage} from "../../loaders/stages/run/runStage.js";
import type {StageContext} from "../../loaders/stages/run/stageContext.js";
import {openDatabase} from "../../src/analysis/database.js";
import {Plan} from "../../src/schema/plan.js";
import {Policy} from "../../src/schema/policy.js";
import {StageRecord} from "../../src/schema/stage.js";
import {wholeCampaign} from "../analysis/support/wholeCampaign.js";
import {CAMPAIGN} from "../analysis/support/evidence.js";
import {point} from "../audit/evidence.js";
import {report} from "../audit/runRule.js";
import {llamaBench} from "./examples/llamaBench.js";
import {longStall} from "./examples/longStall.js";
import {quickGate, withQuickGate} from "./examples/quickGate.js";
import {sameAnswerStage} from "./examples/sameAnswer.js";

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

describe("the guide's audit rule", () => {
  it("fires on a request that stood still, with its numbers, and not on a steady one", async () => {
    const {findings} = await report(
      (e) =>
        point(e, [
          {max_stall_ms: 900, chunk_gap_ms_p50: 10},
          {max_stall_ms: 40, chunk_gap_ms_p50: 10}
        ]),
      [longStall]
    );
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      rule: "long-stall",
      severity: "weakens",
      request_ids: ["p/01-capacity-4k-c1#0"]
    });
    expect(findings[0]?.detail).toContain("900 ms");
  });
});

describe("the guide's importer", () => {
  const tests = [
    {build_commit: "b1", model_type: "qwen3 0.6B", n_prompt: 512, n_gen: 0, avg_ts: 2210.5},
    {build_commit: "b1", model_type: "qwen3 0.6B", n_prompt: 0, n_gen: 128, avg_ts: 81.25},
    {build_commit: "b1", model_type: "qwen3 0.6B", n_prompt: 0, n_gen: 128, avg_ts: "fast"}
  ];

  it("knows its files by content, and no other format claims them", () => {
    expect(llamaBench.recognises(tests)).toBe(true);
    expect(detect([tests])).toBeNull();
    expect(llamaBench.recognises([{n_gen: 1}])).toBe(false);
    expect(llamaBench.recognises(null)).toBe(false);
  });

  it("maps each test to a point whose value is reported, and says what it left out", () => {
    const {stages, problems} = llamaBench.map({
      name: "x.json",
      records: [tests],
      siblings: new Map(),
      enduranceRequests: 60
    });
    expect(stages.map(({slug, reported}) => [slug, reported[0]?.metric, reported[0]?.value])).toEqual([
      ["llama-bench-pp512", "effective_prefill_tok_s", 2210.5],
      ["llama-bench-tg128", "decode_tok_s", 81.25],
      ["llama-bench-tg128", undefined, undefined]
    ]);
    expect(problems.join()).toContain("avg_ts");
  });
});

describe("the guide's gate", () => {
  const verdict = async (threshold: number, change: (sql: string) => string = withQuickGate) => {
    const folder = await wholeCampaign();
    const db = await openDatabase(folder);
    undo.push(
      async () => db.close(),
      () => rm(folder, {recursive: true})
    );
    await db.insert("policies", [{campaign_id: CAMPAIGN, ...quickGate, position: 8, required: true, threshold}]);
    const sql = await readFile(new URL("../../src/analysis/sql/gates.sql", import.meta.url), "utf8");
    await db.query(`create or replace view gates as ${change(sql)}`);
    return db.query<{verdict: string; reason: string}>("select verdict, reason from gates where gate = 'quick'");
  };

  it("passes and fails by its threshold, with the figure in its reason", async () => {
    const [slow] = await verdict(1);
    expect(slow?.verdict).toBe("fail");
    expect(slow?.reason).toMatch(/^p95 is \d+ ms; the policy asks for 1 ms; n 60/);
    expect((await verdict(quickGate.threshold))[0]?.verdict).toBe("pass");
  });

  it("is not run without its verdicts in the view", async () => {
    expect(await verdict(1, (sql) => sql)).toEqual([{verdict: "not-run", reason: "nothing was asked"}]);
  });
});

describe("the guide's stage", () => {
  it("runs against a server and leaves a record with its check", async () => {
    const evidence = await mkdtemp(join(tmpdir(), "assay-guide-"));
    const simulator = await startSimulator({timeScale: 0.01});
    const client = httpClient({baseUrl: simulator.baseUrl});
    const writer = await createCampaign({evidence, id: "2026-01-02-guide"});
    undo.push(
      () => rm(evidence, {recursive: true}),
      () => simulator.close(),
      () => client.close(),
      () => writer.close()
    );
    const plan = Plan.parse({
      lifecycle: "attached",
      campaign: {slug: "guide"},
      host: {base_url: simulator.baseUrl},
      profiles: [{profile: "p", stages: {}}]
    });
    const context: StageContext = {
      campaignId: writer.campaignId,
      profile: "p",
      model: "glm53-flash-simulated",
      boot: {bootId: "b1", cacheReporting: null, templateTokens: null, tokenizes: null},
      client,
      dialect: "engine",
      seed: 1,
      temperature: 0,
      limits: plan.limits,
      contextTokens: 131_072,
      timeScale: 0.01,
      policy: Policy.parse({schema: "assay.policy/v1", name: "p"}),
      notApplicable: new Map(),
      mayFlush: false,
      prompts: new PromptBook(writer.campaignId, 1),
      memory: null,
      lost: async () => null,
      over: () => null,
      signal: new AbortController().signal,
      now: () => new Date(0),
      sleep: async () => undefined
    };
    const {stage} = await runStage(writer, context, sameAnswerStage(3));
    const stored: unknown = JSON.parse(await readFile(join(writer.folder, "p", `${stage}.json`), "utf8"));
    const record = StageRecord.parse(stored);
    expect(record.checks).toMatchObject([{check_id: "same-answer", verdict: "pass", passed: 3, planned: 3}]);
    expect(record.settings.n_planned).toBe(3);
  });
});
