import {readFile, readdir} from "node:fs/promises";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {describe, expect, it} from "vitest";
import {parse} from "smol-toml";
import {Recipe} from "../../src/schema/recipe.js";
import {requestMetrics} from "../../src/metrics/index.js";
import {importText, reportedOf, requestsOf} from "./support.js";

const INPUT = fileURLToPath(new URL("../input/import/", import.meta.url));

async function take(name: string) {
  const {result, folder} = await importText(name, await readFile(join(INPUT, name)));
  const rows = await reportedOf(folder);
  const of = (metric: string, statistic: string) =>
    rows.filter((r) => r.metric === metric && r.statistic === statistic).map((r) => ({value: r.value, basis: r.basis}));
  return {result, folder, rows, of, requests: await requestsOf(result, folder), file: result.files[0]};
}

describe("anvil capacity", () => {
  it("counts generation from the first output of any channel where the file's methodology says so", async () => {
    const {requests} = await take("capacity-v3.json");
    expect(requests.map((r) => r.status)).toEqual(["ok", "ok", "http_error", "ok"]);
    expect(requests.map((r) => r.request_id)).toEqual(
      [0, 1, 2, 3].map((i) => `little-model-8k/01-capacity-1k-c1#${i}`)
    );
    expect(requests.map((r) => r.decode_basis)).toEqual(["e2e-minus-ttfo", "e2e-minus-ttfo", null, "e2e-minus-ttfo"]);
    expect(requests.map((r) => requestMetrics(r).decode_tok_s)).toEqual([100, 100, null, 35 / 0.3]);
    expect(requests.map((r) => r.prompt_id)).toEqual([0, 1, 2, 3].map((i) => `anvil-seed-7/1024/${i}`));
  });

  it("counts from the first content in older files, and names that basis for decode and prefill", async () => {
    const [r] = (await take("capacity-v3-ttft.json")).requests;
    expect(r).toMatchObject({
      decode_basis: "e2e-minus-ttft",
      prefill_basis: "prompt-over-ttft",
      ttfo_ms: null,
      ttft_ms: 100
    });
  });

  it("makes no request of a file that holds a summary only, and no measurement of its numbers", async () => {
    const {requests, of} = await take("capacity-summary.json");
    expect(requests).toEqual([]);
    expect(of("ttft_ms", "p50")).toEqual([{value: 60.5, basis: null}]);
    expect(of("output_tok_s", "total")).toEqual([{value: 96.9, basis: "wall-clock"}]);
  });
});

describe("anvil answers", () => {
  it("treats absent cached tokens as 0 once another answer of the file carried them, and says so", async () => {
    const {requests} = await take("preflight.json");
    expect(requests.map((r) => [r.cached_tokens, r.cached_basis])).toEqual([
      [0, "absent-is-zero"],
      [0, "absent-is-zero"],
      [384, "usage"],
      [0, "absent-is-zero"]
    ]);
  });

  it("grades a multimodal answer by its assertions and not by the file's flag", async () => {
    const {result, folder} = await take("multimodal.json");
    const stage = JSON.parse(await readFile(join(folder, `${result.record?.files[0]?.stages[0]}.json`), "utf8")) as {
      attempts: {verdict: string; failure_class: string | null; grader: string}[];
    };
    expect(stage.attempts.map((a) => [a.verdict, a.failure_class, a.grader])).toEqual([
      ["pass", null, "assertions"],
      ["fail", "assertion", "assertions"],
      ["inconclusive", "budget_exhausted", "assertions"]
    ]);
  });

  it("does not report a latency of 0 that a harness wrote for nothing", async () => {
    const {of} = await take("bakeoff.json");
    expect(of("ttft_ms", "p50")).toEqual([]);
    expect(of("e2e_ms", "p50")).toEqual([{value: 290, basis: null}]);
  });
});

describe("sglang bench_serving", () => {
  it("calls an ITL of a chat backend a chunk gap, and one of the native backend a token's", async () => {
    const {of, requests} = await take("sglang.jsonl");
    expect(of("chunk_gap_ms", "p50")).toEqual([{value: 10, basis: "chunk"}]);
    expect(of("itl_ms", "p50")).toEqual([{value: 9, basis: "token"}]);
    expect(requests.map((r) => [r.status, r.ttft_ms, r.output_tokens])).toEqual([
      ["ok", 100, 60],
      ["ok", 102, 60],
      ["http_error", null, null]
    ]);
  });

  it("makes no row of NaN", async () => {
    const {rows} = await take("sglang.jsonl");
    expect(rows.filter((r) => r.stage?.startsWith("02") === true && r.metric === "ttft_ms")).toEqual([]);
  });

  it("reads one-batch-server lines as stages of reported values, without a negative accept length", async () => {
    const {result, of} = await take("one-batch.jsonl");
    expect(result.record?.files[0]?.stages).toHaveLength(2);
    expect(of("accept_length", "value")).toEqual([{value: 2.2, basis: "since-boot"}]);
  });
});

describe("vllm bench serve", () => {
  it("keeps e2e latency where the file has it, and acceptance over the run", async () => {
    const {of} = await take("vllm.json");
    expect(of("e2e_ms", "p50")).toEqual([{value: 700, basis: null}]);
    expect(of("accept_length", "value")).toEqual([{value: 2.1, basis: "run"}]);
    expect(of("n_failed", "value")).toEqual([{value: 1, basis: null}]);
  });
});

describe("AIPerf", () => {
  it("converts by the unit each block names, and leaves out a unit it does not know", async () => {
    const {of, file} = await take("aiperf.json");
    expect(of("ttft_ms", "p50")).toEqual([{value: 100, basis: null}]);
    expect(of("chunk_gap_ms", "mean")).toEqual([]);
    expect(file?.mapped?.problems.join()).toContain("fortnights");
    expect(file?.mapped?.notMapped).toContain("$.strange_metric");
  });

  it("takes the key out of the command line wherever it is kept, and keeps the original's hash", async () => {
    const {folder, result} = await take("aiperf.json");
    const kept = result.record?.files[0];
    expect(kept?.kept_as).toBe("imported/aiperf.json.redacted");
    for (const entry of (await readdir(folder, {recursive: true, withFileTypes: true})).filter((e) => e.isFile()))
      expect(await readFile(join(entry.parentPath, entry.name), "utf8")).not.toContain("sk-notarealkey");
  });

  it("makes request rows of its records: warm-up apart, TTFT 0 with tokens as null, failures as failures", async () => {
    const {requests} = await take("aiperf-records.jsonl");
    expect(requests.map((r) => [r.phase, r.status, r.ttft_ms, r.generation_ms])).toEqual([
      ["warmup", "ok", 100, 600],
      ["measured", "ok", 100, 600],
      ["measured", "http_error", null, null],
      ["measured", "ok", null, null]
    ]);
    expect(requests[1]).toMatchObject({accept_length: 2.5, output_tokens_basis: "client-tokenizer", max_stall_ms: 30});
  });

  it("marks a mean over runs as such", async () => {
    const {of} = await take("aiperf-aggregate.json");
    expect(of("ttft_ms", "p50 (mean of runs)")).toEqual([{value: 101, basis: null}]);
  });
});

describe("GuideLLM", () => {
  it("keeps its TPOT apart (first token included) and derives one from the request timings", async () => {
    const {of, requests} = await take("guidellm.json");
    expect(of("tpot_ms", "p50")).toEqual([{value: 10, basis: "first-token-included"}]);
    expect(of("itl_ms", "p50")).toEqual([{value: 9, basis: "request-mean"}]);
    expect(requests.map((r) => r.status)).toEqual(["ok", "http_error", "aborted"]);
    const first = requests[0];
    expect(first && requestMetrics(first).tpot_ms).toBeCloseTo(10, 6);
  });
});

describe("other load tools", () => {
  it("genai-bench: seconds to ms, requests per minute to per second, an error row without numbers", async () => {
    const {of, requests} = await take("genai-bench.json");
    expect(of("ttft_ms", "p50")).toEqual([{value: 250, basis: null}]);
    expect(of("tpot_ms", "p50")).toEqual([{value: 12.5, basis: "first-token-excluded"}]);
    expect(of("requests_per_s", "total")).toEqual([{value: 2, basis: null}]);
    expect(requests.map((r) => [r.status, r.ttft_ms, r.decode_basis])).toEqual([
      ["ok", 250, "e2e-minus-ttft"],
      ["http_error", null, null]
    ]);
  });

  it("inference-perf: both of its times per output token, each with its basis", async () => {
    const {of} = await take("inference-perf.json");
    expect(of("tpot_ms", "p50")).toEqual([
      {value: 8.8, basis: "first-token-excluded"},
      {value: 10, basis: "first-token-included"}
    ]);
    expect(of("itl_ms", "p50")).toEqual([{value: 8.8, basis: "token"}]);
  });

  it("inference-perf requests: first and last output from the token times", async () => {
    const {requests} = await take("inference-perf-requests.json");
    expect(requests[0]).toMatchObject({
      ttft_ms: 250,
      last_output_ms: 1250,
      e2e_ms: 1500,
      output_tokens_basis: "client-tokenizer"
    });
    expect(requests[1]).toMatchObject({status: "http_error", ttft_ms: null});
  });

  it("llmperf: its inter-token latency includes the first token, its tokens are a client tokenizer's", async () => {
    const {of} = await take("llmperf.json");
    expect(of("itl_ms", "mean")).toEqual([{value: 12, basis: "first-token-included"}]);
    expect(of("ttft_ms", "p50")).toEqual([{value: 250, basis: null}]);
    const {requests} = await take("llmperf-responses.json");
    expect(requests.map((r) => [r.status, r.ttft_ms, r.output_tokens, r.output_tokens_basis])).toEqual([
      ["ok", 250, 81, "client-tokenizer"],
      ["http_error", null, null, null]
    ]);
  });

  it("MLCommons endpoints: nanoseconds to ms, and an incomplete run says so", async () => {
    const {of, result, folder} = await take("mlc-endpoints.json");
    expect(of("ttft_ms", "p50")).toEqual([{value: 150, basis: null}]);
    expect(of("ttft_ms", "p99 (early-stopping bound)")).toEqual([{value: 200, basis: null}]);
    const stage = await readFile(join(folder, `${result.record?.files[0]?.stages[0]}.json`), "utf8");
    expect(stage).toContain("not complete (state: interrupted)");
  });
});

describe("foreign recipes", () => {
  it("anvil serve-recipes become recipes where they are pinned, and say what is missing where not", async () => {
    const {folder, file} = await take("serve-recipes.toml");
    const recipe = Recipe.parse(parse(await readFile(join(folder, "recipes/model-240k.toml"), "utf8")));
    expect(recipe).toMatchObject({
      model: "org/Model@c3cbb9891b67c741bcbf6b176dd7af9265b069db",
      context_tokens: 245760,
      concurrency: 1,
      shm_mib: 65536,
      ulimits: {memlock: -1, nofile: 1048576},
      env: {CUDA_VISIBLE_DEVICES: "0,1"},
      env_from: ["HF_TOKEN"]
    });
    expect(recipe.command).toContain('{"image":{"max":3}}');
    expect(file?.mapped?.problems.join()).toContain("name@sha256");
  });

  it("docker inspect becomes a recipe without the secrets of its command and environment", async () => {
    const {folder} = await take("docker-inspect.json");
    const text = await readFile(join(folder, "recipes/srv.toml"), "utf8");
    expect(Recipe.parse(parse(text))).toMatchObject({
      model: "org/M@abc123",
      served_model: "m",
      context_tokens: 32768,
      concurrency: 4,
      host_port: 8001,
      env_from: ["HF_TOKEN"],
      mounts: [{source: "/data", read_only: true}]
    });
    expect(text).not.toMatch(/averysecret|aplainsecret/);
  });
});
