import {readFile, readdir, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {describe, expect, it} from "vitest";
import {assemble} from "../../loaders/import/assemble.js";
import {importEvidence} from "../../loaders/import/importEvidence.js";
import {readFiles} from "../../loaders/import/readFiles.js";
import {sha256} from "../../loaders/import/sha256.js";
import {parseTolerantJson} from "../../loaders/import/tolerantJson.js";
import {CampaignRecord, ImportRecord, ReportedRecord} from "../../src/schema/campaign.js";
import {RestorationRecord} from "../../src/schema/host.js";
import {RequestRecord} from "../../src/schema/request.js";
import {StageRecord} from "../../src/schema/stage.js";
import {effects, importText, scratch} from "./support.js";

const INPUT = fileURLToPath(new URL("../input/import/", import.meta.url));
const names = (await readdir(INPUT)).sort();
const jsons = names.filter((n) => n.endsWith(".json"));

/** Imports one text in memory. Whatever it was, the result is a file with a reason, or records that keep to their schemas. */
async function survive(name: string, text: string): Promise<"refused" | "partial"> {
  const source = {name, path: name, size: text.length, sha256: sha256(text), refused: null};
  const opened = await readFiles([source], 60, () => Promise.resolve(text));
  const files = opened.map((o) => o.file);
  const [file] = files;
  if (!file?.mapped) {
    expect(file?.reason ?? "").not.toBe("");
    expect(file?.reason).not.toContain("an unexpected error");
    return "refused";
  }
  const built = assemble(files, {campaignId: "2026-01-02-x", policySha256: "0".repeat(64), version: "0"});
  // Through JSON, as it is written: what is not finite would become null there.
  const written = JSON.parse(JSON.stringify(built)) as typeof built;
  CampaignRecord.parse(written.campaign);
  ImportRecord.parse(written.import);
  for (const row of written.reported) ReportedRecord.parse(row);
  if (written.restoration) RestorationRecord.parse(written.restoration);
  for (const stage of written.stages) {
    StageRecord.parse(stage.record);
    for (const row of stage.requests) RequestRecord.parse(row);
  }
  return "partial";
}

/** The document with every value at every place (up to a number of places) replaced by another. */
function* replaced(document: unknown, by: unknown, limit: number): Generator<unknown> {
  const paths: (string | number)[][] = [];
  const visit = (value: unknown, path: (string | number)[]): void => {
    if (typeof value !== "object" || value === null) {
      paths.push(path);
      return;
    }
    for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key]);
    if (path.length > 0) paths.push(path);
  };
  visit(document, []);
  const step = Math.max(1, Math.floor(paths.length / limit));
  for (const path of paths.filter((_, i) => i % step === 0)) {
    const copy = structuredClone(document);
    let node = copy as Record<string, unknown>;
    for (const key of path.slice(0, -1)) node = node[key] as Record<string, unknown>;
    const last = path.at(-1);
    if (last !== undefined) node[last] = by;
    yield copy;
  }
}

describe("hostile files", () => {
  it("truncated at every 1 % of its length, every format is refused with a reason or imported in part", async () => {
    for (const name of names) {
      const text = await readFile(join(INPUT, name), "utf8");
      for (let percent = 0; percent < 100; percent++)
        await survive(name, text.slice(0, Math.floor((text.length * percent) / 100)));
      expect(await survive(name, text)).toBe("partial");
    }
  });

  it("with each top-level key removed, every format is refused with a reason or imported in part", async () => {
    for (const name of jsons) {
      const document = JSON.parse(await readFile(join(INPUT, name), "utf8")) as Record<string, unknown>;
      for (const key of Object.keys(document))
        await survive(name, JSON.stringify(Object.fromEntries(Object.entries(document).filter(([k]) => k !== key))));
    }
  });

  for (const [title, value] of [
    ["a string", "12"],
    ["a negative number", -5],
    ["null", null],
    ["a huge number", 1e308],
    ["a fraction", 0.5],
    ["true", true],
    ["an empty list", []],
    ["an object", {a: {b: []}}]
  ] as const)
    it(`with ${title} in the place of any value, every format is refused with a reason or imported in part`, async () => {
      for (const name of jsons) {
        const document = JSON.parse(await readFile(join(INPUT, name), "utf8")) as unknown;
        for (const changed of replaced(document, value, 20)) await survive(name, JSON.stringify(changed));
      }
    });

  it("names a value of a wrong type, leaves it out, and imports the rest", async () => {
    const text = (await readFile(join(INPUT, "capacity-v3.json"), "utf8")).replace('"e2e_ms": 400', '"e2e_ms": "400"');
    const {result} = await importText("x.json", text);
    expect(result.files[0]?.mapped?.problems[0]).toBe(
      "$.request_timings[1].e2e_ms: a number of at least 0 was expected; it was left out"
    );
    expect(result.files[0]?.mapped?.stages[0]?.requests.map((r) => r.e2e_ms ?? null)).toEqual([510, null, 450, null]);
  });

  it("refuses deep nesting by its depth", async () => {
    for (const text of ["[".repeat(1_000_000), `${'{"a":'.repeat(100_000)}1`, `{"schema":${"[".repeat(5000)}`]) {
      expect(await survive("deep.json", text)).toBe("refused");
    }
  });

  it("leaves out a list that is made of wrong values, with one complaint", async () => {
    const document = JSON.parse(await readFile(join(INPUT, "capacity-v3.json"), "utf8")) as Record<string, unknown>;
    const wrong = Array.from({length: 12_000}, () => ({e2e_ms: "x"}));
    const {result} = await importText("x.json", JSON.stringify({...document, request_timings: wrong}));
    expect(result.files[0]?.mapped?.problems).toEqual([
      "$.request_timings: a list with more than 10000 values of a wrong type; it was left out"
    ]);
  });

  it("reads the first 999 runs of a file of runs, and says how many it left", async () => {
    const line = (await readFile(join(INPUT, "one-batch.jsonl"), "utf8")).split("\n")[0];
    const {result} = await importText("x.jsonl", `${line}\n`.repeat(1002));
    expect(result.record?.files[0]?.stages).toHaveLength(999);
    expect(result.record?.files[0]?.problems).toEqual(["3 runs after the first 999 were left out"]);
  });

  it("refuses a text that seems to be made of secrets", async () => {
    expect(await survive("x.json", `{"k":"${"--api-key abcdef ".repeat(50_001)}"}`)).toBe("refused");
  });

  it("refuses a file of more values than it can hold", () => {
    expect(() => parseTolerantJson(`[${"1,".repeat(50)}1]`, {depth: 10, values: 50})).toThrow("more than 50 values");
  });

  it("refuses 200 MB of one line by its size, without reading it into memory", async () => {
    const from = await scratch();
    const chunk = Buffer.alloc(2 ** 20, "[1,2,3,4,5,6,7,");
    for (let i = 0; i < 200; i++) await writeFile(join(from, "big.json"), chunk, {flag: "a"});
    const before = process.memoryUsage().rss;
    const result = await importEvidence([from], {evidence: await scratch(), campaign: "2026-01-02-big"}, effects);
    expect(result.files[0]?.reason).toContain("200 MiB");
    expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 29);
  });

  it("refuses bytes that are not UTF-8, and imports the file beside it", async () => {
    const from = await scratch();
    await writeFile(join(from, "latin1.json"), Buffer.from([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d]));
    await writeFile(join(from, "good.json"), await readFile(join(INPUT, "capacity-v3.json")));
    const result = await importEvidence([from], {evidence: await scratch(), campaign: "2026-01-02-mixed"}, effects);
    expect(result.files.map((f) => f.reason)).toEqual([null, "Its bytes are not UTF-8 text"]);
  });

  it("drops a bad line of JSON Lines, names it, and keeps the others", async () => {
    const good = (await readFile(join(INPUT, "one-batch.jsonl"), "utf8")).trimEnd().split("\n");
    const {result} = await importText("x.jsonl", `${good[0]}\n{"batch_size":\n${good[1]}\n`);
    expect(result.record?.files[0]).toMatchObject({
      stages: ["sglang-one-batch-server/01-one-batch-1024-b4", "sglang-one-batch-server/02-one-batch-1024-b8"]
    });
    expect(result.record?.files[0]?.problems[0]).toMatch(/^line 2 was left out: It is not readable JSON/);
  });

  it("leaves nothing behind when the campaign cannot be written", async () => {
    const evidence = await scratch();
    await writeFile(join(evidence, "file"), "");
    const from = await scratch();
    await writeFile(join(from, "good.json"), await readFile(join(INPUT, "capacity-v3.json")));
    await expect(
      importEvidence([from], {evidence: join(evidence, "file"), campaign: "2026-01-02-x"}, effects)
    ).rejects.toThrow();
    expect(await readdir(evidence)).toEqual(["file"]);
  });
});

describe("the JSON reader", () => {
  it("accepts NaN, the infinities, a byte order mark and repeated keys (the last wins)", () => {
    expect(parseTolerantJson('\ufeff{"a":NaN,"b":[Infinity,-Infinity],"c":1,"c":2}')).toEqual({
      a: NaN,
      b: [Infinity, -Infinity],
      c: 2
    });
  });

  it("agrees with the engine's parser on what both accept", async () => {
    for (const name of jsons) {
      const text = await readFile(join(INPUT, name), "utf8");
      expect(parseTolerantJson(text)).toEqual(JSON.parse(text));
    }
    for (const text of [
      '"\\u00e9\\n\\\\\\"\\/"',
      "-0.5e-3",
      "[]",
      "{}",
      ' [1 , {"x" : [ ] } ] ',
      '{"__proto__":{"a":1}}'
    ])
      expect(JSON.stringify(parseTolerantJson(text))).toBe(JSON.stringify(JSON.parse(text)));
  });

  it("says what is wrong and where", () => {
    for (const [text, why] of [
      ["", "the text ends too early at character 1"],
      ["{", "a key in double quotes was expected at character 2"],
      ['{"a" 1}', "a colon was expected"],
      ["[1 2]", "a comma or ] was expected"],
      ["[1] x", "more text after the end of the value at character 5"],
      ['"abc', "the text ends inside a string"],
      ['"\\x"', "a bad escape"],
      ["nul", 'unexpected "n"'],
      ["01", "more text after"]
    ] as const)
      expect(() => parseTolerantJson(text)).toThrow(why);
  });
});
