import {mkdir, readdir, readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {describe, expect, it} from "vitest";
import {importEvidence} from "../../loaders/import/importEvidence.js";
import {effects, importText, reportedOf, requestsOf, scratch} from "./support.js";

const INPUT = fileURLToPath(new URL("../input/import/", import.meta.url));
const read = (name: string) => readFile(join(INPUT, name), "utf8");
const json = async (name: string) => JSON.parse(await read(name)) as Record<string, unknown>;

describe("variants of a format", () => {
  it("bytes that lie in a folder twice are counted once, and the second file says so", async () => {
    const from = await scratch();
    await mkdir(join(from, "copies"));
    for (const name of ["a.json", "copies/b.json"]) await writeFile(join(from, name), await read("capacity-v3.json"));
    const evidence = await scratch();
    const result = await importEvidence([from], {evidence, campaign: "2026-01-02-case"}, effects);
    expect(result.files.map((f) => [f.name, f.mapped !== null, f.reason])).toEqual([
      ["a.json", true, null],
      ["copies/b.json", false, "the same bytes as a.json, which are counted once"]
    ]);
    expect(result.record?.files.flatMap((f) => f.stages)).toHaveLength(1);
    const again = await importEvidence([from], {evidence, campaign: "2026-01-02-case"}, effects);
    expect(again.outcome).toBe("unchanged");
  });

  it("every format of the inputs in one folder: each is recognised by its content under any name", async () => {
    const from = await scratch();
    const names = await readdir(INPUT);
    for (const [i, name] of names.entries()) await writeFile(join(from, `${i}.txt`), await read(name));
    const evidence = await scratch();
    const result = await importEvidence([from], {evidence, campaign: "2026-01-02-case"}, effects);
    expect(result.files.filter((f) => f.mapped === null).map((f) => [f.name, f.reason])).toEqual([]);
    expect(new Set(result.files.map((f) => f.format)).size).toBeGreaterThan(24);
  });

  it("an array of runs, as a sweep writes it, is one stage a run", async () => {
    const run = await json("vllm.json");
    const {result, folder} = await importText("sweep.json", JSON.stringify([run, {...run, max_concurrency: 8}]));
    expect(result.files[0]?.format).toBe("vllm-bench-serve");
    expect(new Set((await reportedOf(folder)).map((r) => r.stage)).size).toBe(2);
    const {result: other} = await importText("list.json", JSON.stringify([await json("aiperf.json")]));
    expect(other.outcome).toBe("nothing");
  });

  it("output tokens of a summary without lengths are the requested ones where they come out even", async () => {
    const line = {
      ...{backend: "sglang-oai-chat", dataset_name: "random", random_input_len: 64, random_output_len: 512},
      ...{random_range_ratio: 1, duration: 10, completed: 3, accept_length: null, output_throughput: 153.6}
    };
    const basis = async (tokens: number) => {
      const {folder} = await importText("x.jsonl", JSON.stringify({...line, total_output_tokens: tokens}));
      return (await reportedOf(folder)).find((r) => r.metric === "output_tokens")?.basis;
    };
    expect([await basis(1536), await basis(1531)]).toEqual(["requested", null]);
  });

  it("an older vllm file says nothing of failures: absent is not 0", async () => {
    const {failed: _, ...old} = await json("vllm.json");
    const {folder} = await importText("old.json", JSON.stringify(old));
    expect((await reportedOf(folder)).filter((r) => r.metric === "n_failed")).toEqual([]);
  });

  it("GuideLLM's model stands where its versions put it, and a synchronous run is one at a time", async () => {
    const {benchmarks, ...file} = (await json("guidellm.json")) as {benchmarks: Record<string, unknown>[]};
    const placed = [
      {args: {model: "m/a"}},
      {config: {backend: {model: "m/a"}}},
      {config: {model: "m/a"}},
      {benchmarks: benchmarks.map((b) => ({...b, config: {backend: {model: "m/a"}, strategy: {type_: "synchronous"}}}))}
    ];
    for (const part of placed) {
      const {result, folder} = await importText("g.json", JSON.stringify({...file, benchmarks, ...part}));
      const [first] = await requestsOf(result, folder);
      expect(first?.profile).toBe("m-a");
      if ("benchmarks" in part) expect(first?.concurrency).toBe(1);
    }
  });

  it("stages of one inference-perf run are kept apart: their loads differ", async () => {
    const [one, ...others] = JSON.parse(await read("inference-perf-requests.json")) as Record<string, unknown>[];
    const list = [{...one, stage_id: 0}, ...others.map((r) => ({...r, stage_id: 1}))];
    const {result} = await importText("r.json", JSON.stringify(list));
    expect(result.record?.files[0]?.stages).toHaveLength(2);
  });

  it("docker inspect of one container prints an array or an object", async () => {
    const list = JSON.parse(await read("docker-inspect.json")) as unknown;
    const one = Array.isArray(list) ? (list as unknown[])[0] : list;
    for (const document of [[one], one]) {
      const {result} = await importText("inspect.json", JSON.stringify(document));
      expect(result.files[0]?.format).toBe("docker-inspect");
    }
  });
});
