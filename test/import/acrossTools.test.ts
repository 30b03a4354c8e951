import {mkdir, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {describe, expect, it} from "vitest";
import {run} from "../../loaders/cli/ratio.js";
import {importEvidence} from "../../loaders/import/importEvidence.js";
import {openDatabase} from "../../src/analysis/database.js";
import {decide} from "../../src/analysis/decide.js";
import {effects, scratch} from "./support.js";

const TIMED = {
  request_id: "r",
  info: {
    timings: {request_start: 100, first_token_iteration: 100.25, last_token_iteration: 101.25, request_end: 101.5}
  },
  input_metrics: {text_tokens: 4000},
  output_metrics: {text_tokens: 101}
};

/** GuideLLM's own TPOT, with the first token, is 12 ms; from first to last output it is 1000 ms over 100 tokens. */
const guide = (requests?: object) =>
  JSON.stringify({
    metadata: {guidellm_version: "0.7.0"},
    benchmarks: [
      {
        config: {strategy: {type_: "synchronous"}},
        scheduler_metrics: {requests_made: {successful: 1}},
        metrics: {time_per_output_token_ms: {successful: {median: 12}}},
        ...(requests ? {requests: {successful: [requests]}} : {})
      }
    ]
  });

const VLLM = JSON.stringify({
  ...{model_id: "m", max_concurrency: 1, duration: 10, completed: 1, request_throughput: 0.1},
  median_tpot_ms: 8
});

/** Imports files into campaigns and gives the evidence folder. */
async function imported(campaigns: Record<string, Record<string, string>>): Promise<string> {
  const evidence = await scratch();
  for (const [campaign, files] of Object.entries(campaigns)) {
    const from = join(await scratch(), "files");
    await mkdir(from);
    for (const [name, text] of Object.entries(files)) await writeFile(join(from, name), text);
    await importEvidence([from], {evidence, campaign}, effects);
  }
  return evidence;
}

describe("TPOT of two tools", () => {
  it("is refused within a campaign where one includes the first token, and both bases are named", async () => {
    const evidence = await imported({
      "2026-01-02-a": {"g.json": guide(), "v.json": VLLM}
    });
    const db = await openDatabase(evidence);
    const {comparisons} = await decide(db, "2026-01-02-a");
    const [one] = comparisons.filter((c) => c.metric === "tpot_ms");
    expect(one).toMatchObject({word: "not comparable", p50_ratio: null, ratio: null});
    expect(one?.reason).toContain("first-token-included");
    expect(one?.reason).toContain("first-token-excluded");
    const rows = await db.query(`select word, p50_ratio from comparisons where metric = 'tpot_ms'`);
    expect(rows).toEqual([{word: "not comparable", p50_ratio: null}]);
    db.close();
  });

  it("is derived from GuideLLM's request timings, and then allowed", async () => {
    const evidence = await imported({
      "2026-01-02-a": {"g.json": guide(TIMED), "v.json": VLLM}
    });
    const db = await openDatabase(evidence);
    const {comparisons} = await decide(db, "2026-01-02-a");
    const [one] = comparisons.filter((c) => c.metric === "tpot_ms");
    const figures = await db.query(
      `select source, basis, p50 from point_figures where metric = 'tpot_ms' order by p50`
    );
    expect(figures).toEqual([
      {source: "reported", basis: "first-token-excluded", p50: 8},
      {source: "derived", basis: "k-assumed-1", p50: 10},
      {source: "reported", basis: "first-token-included", p50: 12}
    ]);
    expect(one).toMatchObject({word: "no evidence", p50_ratio: 0.8});
    expect(one?.reason).toContain("holds a summary only");
    db.close();
  });

  it("is refused or allowed across campaigns just so, by the command ratio", async () => {
    const evidence = await imported({
      "2026-01-02-summary": {"g.json": guide()},
      "2026-01-02-timed": {"g.json": guide(TIMED)},
      "2026-01-03-vllm": {"v.json": VLLM}
    });
    const out: string[] = [];
    const cli = {
      cwd: "/",
      env: {},
      out: (text: string) => void out.push(text),
      talk: () => undefined,
      now: () => new Date(0),
      interactive: false
    };
    const baseline = "2026-01-03-vllm/m";
    const ratio = (campaign: string) =>
      run(["--baseline", baseline, "--candidate", `${campaign}/guidellm`, "--evidence", evidence, "--json"], cli);
    expect(await ratio("2026-01-02-summary")).toBe(1);
    expect(await ratio("2026-01-02-timed")).toBe(0);
    const [refused, allowed] = out.map((text) => JSON.parse(text) as {word: string; reason: string; p50_ratio: number});
    expect(refused?.word).toBe("not comparable");
    expect(refused?.reason).toMatch(/first-token-excluded.*first-token-included/);
    expect(allowed?.p50_ratio).toBe(1.25);
  });
});
