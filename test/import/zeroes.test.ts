import {readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {describe, expect, it} from "vitest";
import {importEvidence} from "../../loaders/import/importEvidence.js";
import {auditReport} from "../../src/analysis/audit/index.js";
import {openDatabase} from "../../src/analysis/database.js";
import {effects, importText, reportedOf, requestsOf, scratch} from "./support.js";

const INPUT = fileURLToPath(new URL("../input/import/", import.meta.url));
const json = async (name: string) => JSON.parse(await readFile(join(INPUT, name), "utf8")) as Record<string, unknown>;

/** Imports a document; what was kept of it, and the what the audit finds in it. */
async function take(document: unknown) {
  const text = JSON.stringify(document);
  const {result, evidence, folder} = await importText("a.json", text);
  const db = await openDatabase(evidence, {campaigns: ["2026-01-02-case"]});
  try {
    const [{campaignId, policy} = {campaignId: "", policy: null}] = db.campaigns;
    if (policy === null) throw new Error("nothing was imported");
    const {findings} = await auditReport(db, campaignId, policy, []);
    return {requests: await requestsOf(result, folder), rows: await reportedOf(folder), findings};
  } finally {
    db.close();
  }
}
const of = (found: {rule: string; detail: string}[], rule: string) =>
  found.filter((f) => f.rule === rule).map((f) => f.detail);

describe("a first token at 0 ms", () => {
  it("of a request with tokens is null, is kept as a claim at its place, and is implausible", async () => {
    const vllm = await json("vllm.json");
    const {requests, rows, findings} = await take({...vllm, ttfts: [0, 0.102, 0]});
    expect(requests.map((r) => r.ttft_ms)).toEqual([null, 102, null]);
    expect(rows.filter((r) => r.metric === "ttft_ms" && r.value === 0)).toMatchObject([
      {statistic: "value", json_path: "$.ttfts[0]"}
    ]);
    expect(of(findings, "implausible").join()).toContain("0 ms for 1 request with output tokens");
  });

  it("gives no generation time either: a rate counted from it is none", async () => {
    const single = {ttft: 0, e2e_latency: 1.25, num_input_tokens: 100, num_output_tokens: 81, error_code: null};
    const genai = {...(await json("genai-bench.json")), individual_request_metrics: [single]};
    const {requests, findings} = await take(genai);
    expect(requests[0]).toMatchObject({status: "ok", ttft_ms: null, generation_ms: null, decode_basis: null});
    expect(of(findings, "implausible")).toHaveLength(1);
    const llmperf = [{ttft_s: 0, end_to_end_latency_s: 1.25, number_output_tokens: 81, error_code: null}];
    const other = await take(llmperf);
    expect(other.requests[0]).toMatchObject({e2e_ms: 1250, ttft_ms: null, generation_ms: null});
    expect(of(other.findings, "implausible")).toHaveLength(1);
  });

  it("is claimed at its own place in the file, also behind an item that cannot be read", async () => {
    const zero = {ttft: 0, ttft_s: 0, e2e_latency: 1.25, end_to_end_latency_s: 1.25};
    const tokens = {num_output_tokens: 81, number_output_tokens: 81, error_code: null};
    const claimed = async (document: unknown) =>
      (await take(document)).rows.filter((r) => r.metric === "ttft_ms" && r.value === 0).map((r) => r.json_path);
    const singles = [null, {...zero, ...tokens}];
    expect(await claimed({...(await json("genai-bench.json")), individual_request_metrics: singles})).toEqual([
      "$.individual_request_metrics[1].ttft"
    ]);
    expect(await claimed([{...zero, ...tokens, ttft_s: 0.5}, null, {...zero, ...tokens}])).toEqual(["$[2].ttft_s"]);
  });
});

describe("failures that a tool does not spell out", () => {
  it("are requests without output and time where the tool counts fewer successes", async () => {
    const vllm = {...(await json("vllm.json")), errors: ["", "", ""]};
    const {requests, findings} = await take(vllm);
    expect(requests.map((r) => r.status)).toEqual(["ok", "ok", "http_error"]);
    expect(of(findings, "survivors-only")).toEqual(["Survivors only, 2 of 3 (http_error)."]);
    expect(of(findings, "summary-mismatch").join()).not.toContain("n_ok");
  });

  it("are not made up where every request counted", async () => {
    const vllm = {...(await json("vllm.json")), completed: 3, failed: 0, errors: ["", "", ""]};
    expect((await take(vllm)).requests.map((r) => r.status)).toEqual(["ok", "ok", "ok"]);
  });

  it("of GuideLLM are what erred and what did not finish, together", async () => {
    const {rows, findings} = await take(await json("guidellm.json"));
    const value = (metric: string) => rows.find((r) => r.metric === metric)?.value;
    expect([value("n_ok"), value("n_failed"), value("n_incomplete")]).toEqual([1, 2, 1]);
    expect(of(findings, "summary-mismatch").join()).not.toContain("n_failed");
  });
});

describe("summaries without requests", () => {
  it("name how their tokens were counted, and that is a finding", async () => {
    const perf = await take(await json("inference-perf.json"));
    expect(of(perf.findings, "tokens-not-usage")).toEqual([
      "The output tokens of this point's summary are counted by the client's own tokenizer."
    ]);
    const asked = {backend: "sglang-oai", dataset_name: "random", random_input_len: 8, random_output_len: 64};
    const even = await take({...asked, completed: 10, total_output_tokens: 640, duration: 4, output_throughput: 160});
    expect(of(even.findings, "tokens-not-usage").join()).toContain("number that was asked for");
  });

  it("must agree with themselves: mean in flight with Little's law, accepted length with the depth", async () => {
    const run = {backend: "sglang-oai", random_input_len: 8, completed: 10, duration: 10, mean_e2e_latency_ms: 2000};
    const server_info = {internal_states: [{speculative_num_steps: 3}]};
    const at = async (concurrency: number, accept_length: number) =>
      of((await take({...run, server_info, concurrency, accept_length})).findings, "implausible");
    // 10 requests of 2 s in 10 s: two in flight. Depth 3 accepts four tokens a step at the most.
    expect(await at(2.04, 4)).toEqual([]);
    expect((await at(2.05, 4)).join()).toContain("Little's law");
    expect((await at(2, 4.01)).join()).toContain("exceeds the speculation depth of 3");
  });
});

describe("AIPerf's files in one folder", () => {
  it("are one profile: records and aggregate take the model of the summary beside them", async () => {
    const from = await scratch();
    for (const name of ["aiperf.json", "aiperf-records.jsonl", "aiperf-aggregate.json"])
      await writeFile(join(from, name), await readFile(join(INPUT, name)));
    const result = await importEvidence([from], {evidence: await scratch(), campaign: "2026-01-02-trio"}, effects);
    expect(result.record?.files.flatMap((f) => f.stages).map((s) => s.split("/")[0])).toEqual([
      "org-M",
      "org-M",
      "org-M"
    ]);
  });
});
