import {describe, expect, it} from "vitest";
import {openDatabase} from "../../src/analysis/database.js";
import type {StageRecord} from "../../src/schema/stage.js";
import {campaign, lines, profile, request, stage} from "./support/evidence.js";
import {attempts, check, CHECKS, reading, restoration, wholeCampaign} from "./support/wholeCampaign.js";

const gatesOf = async (over: Record<string, string | object> = {}) => {
  const db = await openDatabase(await wholeCampaign(over));
  const gates = await db.query<{gate: string; verdict: string; reason: string; required: boolean}>(
    "select gate, verdict, reason, required from gates order by position"
  );
  const outcomes = await db.query("select outcome, reason, selected, complete from decisions");
  expect(db.problems).toEqual([]);
  db.close();
  return {gates: Object.fromEntries(gates.map((gate) => [gate.gate, gate])), outcome: outcomes[0]};
};

describe("gates", () => {
  it("pass with their facts, and the profile is verified and selected", async () => {
    const {gates, outcome} = await gatesOf();
    expect(Object.values(gates).map((g) => `${g.gate} ${g.verdict}: ${g.reason}`)).toEqual([
      "preflight pass: all 10 checks; 20/20 tools; 120000-token long tool prompt",
      "thinking pass: disabled forbids reasoning leakage; enabled requires dedicated reasoning",
      "quality pass: 15/15 deterministic attempts at 2048 visible tokens; 5 of 5 tasks",
      "multimodal pass: 12/12 deterministic image attempts at 256 visible tokens; 6 of 6 tasks",
      "endurance pass: 60/60 requests",
      "reserve pass: 3487 MiB free on each card; threshold 3072 MiB",
      "restoration pass: 1 of 1 fields equal before and after (image); health good; candidate gone; a token was generated"
    ]);
    expect(outcome).toEqual({
      outcome: "verified",
      reason: "every required gate passed",
      selected: true,
      complete: true
    });
  });

  it("a reserve below its threshold makes the profile policy-infeasible, and nothing else", async () => {
    const reserve = stage("06-reserve", "reserve", {reserve: [reading("0", 2101), reading("1", 3487)]});
    const {gates, outcome} = await gatesOf({"alpha/06-reserve.json": reserve});
    expect(gates.reserve).toMatchObject({
      verdict: "fail",
      reason: "lowest card 2101 MiB free, highest 3487 MiB; threshold 3072 MiB"
    });
    expect(outcome).toMatchObject({outcome: "policy-infeasible", selected: false});
  });

  it("idle memory alone decides nothing, and is not a pass", async () => {
    const reserve = stage("06-reserve", "reserve", {reserve: [reading("0", null)]});
    const {gates, outcome} = await gatesOf({"alpha/06-reserve.json": reserve});
    expect(gates.reserve?.verdict).toBe("inconclusive");
    expect(outcome).toMatchObject({outcome: "incomplete", complete: false});
  });

  it("a functional failure fails the profile and names the check", async () => {
    const checks = CHECKS.map((id) =>
      check(id, id === "needle" ? {verdict: "fail", reason: "the needle is not in the answer"} : {})
    );
    const {gates, outcome} = await gatesOf({"alpha/01-preflight.json": stage("01-preflight", "preflight", {checks})});
    expect(gates.preflight).toMatchObject({
      verdict: "fail",
      reason: "9 of 10 passed; needle failed (the needle is not in the answer)"
    });
    expect(outcome).toMatchObject({outcome: "failed"});
  });

  it("five tool calls where the policy asks for twenty, or a short long-tools prompt, are inconclusive", async () => {
    const checks = CHECKS.map((id) =>
      check(id, id === "tools" ? {passed: 5, planned: 5} : id === "long-tools" ? {measured_prompt_tokens: 4000} : {})
    );
    const {gates} = await gatesOf({"alpha/01-preflight.json": stage("01-preflight", "preflight", {checks})});
    expect(gates.preflight?.verdict).toBe("inconclusive");
    expect(gates.preflight?.reason).toContain("tools passed 5 calls, the policy asks for 20");
    expect(gates.preflight?.reason).toContain("measured 4000 tokens, the policy asks for 100000");
  });

  it("a check nobody ran is not a pass, and what was declared not applicable is left out", async () => {
    const checks = CHECKS.filter((id) => id !== "image" && id !== "ocr").map((id) => check(id));
    const partial = {"alpha/01-preflight.json": stage("01-preflight", "preflight", {checks})};
    expect((await gatesOf(partial)).gates.preflight?.verdict).toBe("inconclusive");
    const declared = campaign({
      not_applicable: ["image", "ocr", "multimodal"].map((what) => ({what, reason: "a text-only model"}))
    });
    const {gates, outcome} = await gatesOf({
      ...partial,
      "campaign.json": declared,
      "alpha/04-multimodal.json": stage("04-multimodal", "multimodal")
    });
    expect(gates.preflight?.reason).toContain("all 8 checks");
    expect(gates.multimodal).toMatchObject({
      verdict: "not-run",
      required: false,
      reason: "not applicable: a text-only model"
    });
    expect(outcome).toMatchObject({outcome: "verified"});
  });

  it("a budget that ran out is no wrong answer and no pass; a wrong answer fails", async () => {
    const of = (fields: Partial<StageRecord["attempts"][number]>) => ({
      "alpha/03-quality.json": stage("03-quality", "quality", {attempts: attempts(15, 5, fields)})
    });
    const exhausted = await gatesOf(of({verdict: "fail", failure_class: "budget_exhausted"}));
    expect(exhausted.gates.quality).toMatchObject({
      verdict: "inconclusive",
      reason: "14/15 attempts passed; 1 ran out of tokens; not passed: task-0"
    });
    expect((await gatesOf(of({verdict: "fail"}))).gates.quality?.verdict).toBe("fail");
  });

  it("one failed request of sixty fails endurance", async () => {
    const rows = Array.from({length: 60}, (_, i) =>
      request("05-endurance", i, i === 7 ? {status: "truncated", finish_reason: null} : {})
    );
    const {gates} = await gatesOf({"alpha/05-endurance.requests.jsonl": lines(rows)});
    expect(gates.endurance).toMatchObject({verdict: "fail", reason: "59/60 requests"});
  });

  it("a required field of our own snapshot that is on one side only leaves restoration open; foreign ones pass", async () => {
    const oneSided = {
      ...restoration,
      token_generated: null,
      fields: [...restoration.fields, {field: "container_id", before: null, after: "x", equal: null, required: true}]
    };
    const own = await gatesOf({"restoration.json": oneSided});
    expect(own.gates.restoration).toMatchObject({verdict: "inconclusive"});
    expect(own.gates.restoration?.reason).toContain("not proved: container id");
    const foreign = await gatesOf({"restoration.json": oneSided, "campaign.json": campaign({origin: "imported"})});
    expect(foreign.gates.restoration?.verdict).toBe("pass");
    const changed = {...restoration, fields: [{field: "image", before: "a", after: "b", equal: false, required: true}]};
    expect((await gatesOf({"restoration.json": changed})).gates.restoration?.verdict).toBe("fail");
  });

  it("an attached campaign needs no restoration", async () => {
    const none = {...restoration, applicable: false, reason: "the server was already there", fields: []};
    const {gates, outcome} = await gatesOf({"restoration.json": none});
    expect(gates.restoration).toMatchObject({required: false, verdict: "not-run"});
    expect(outcome).toMatchObject({outcome: "verified"});
  });

  it("select the largest verified context, then decode", async () => {
    const two = campaign({
      profiles: [profile("alpha", {context_tokens: 1000}), profile("beta", {context_tokens: 2000})]
    });
    const db = await openDatabase(await wholeCampaign({"campaign.json": two}));
    const rows = await db.query("select profile, outcome, selected from decisions order by profile");
    expect(rows).toEqual([
      {profile: "alpha", outcome: "verified", selected: true},
      {profile: "beta", outcome: "incomplete", selected: false}
    ]);
    db.close();
  });

  it("a finding that invalidates a gate's ground makes its pass inconclusive", async () => {
    const db = await openDatabase(await wholeCampaign());
    const finding = {
      campaign_id: "2026-01-02-sample",
      rule: "gpu-shared",
      severity: "invalidates",
      metrics: ["reserve"]
    };
    await db.insert("findings", [{...finding, profile: "alpha", request_ids: [], files: []}]);
    expect(await db.query("select verdict from gates where gate = 'reserve'")).toEqual([{verdict: "inconclusive"}]);
    db.close();
  });
});
