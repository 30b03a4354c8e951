import {rm} from "node:fs/promises";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {auditReport, RULES} from "../../src/analysis/audit/index.js";
import {figuresIn} from "../../src/analysis/audit/summaryMismatch/figuresIn.js";
import {compare} from "../../src/analysis/comparisons/index.js";
import {openDatabase, type Database} from "../../src/analysis/database.js";
import {hasCorpus, importWorked, WORKED} from "../analysis/support/corpus.js";

describe("numbers of a summary's sentences", () => {
  it("are read only where the words say what is counted, each with the size it belongs to", () => {
    expect(figuresIn("decode p50 was 108.57, 93.35, and 95.00 tok/s at nominal 4K, 120K, and 230K")).toEqual([
      {quantity: "decode p50", said: "108.57", sizeK: 4},
      {quantity: "decode p50", said: "93.35", sizeK: 120},
      {quantity: "decode p50", said: "95.00", sizeK: 230}
    ]);
    expect(figuresIn("effective prefill p50 was 16,545 and 5763 tok/s at those points")).toEqual([
      {quantity: "prefill p50", said: "16545", sizeK: null},
      {quantity: "prefill p50", said: "5763", sizeK: null}
    ]);
    expect(figuresIn("improved decode p50 by 39.7 percent at 4K")).toEqual([
      {quantity: "percent change of decode p50", said: "39.7", sizeK: 4}
    ]);
    expect(figuresIn("latency fell by 12 percent at 4K; CUDA 999; TP=2")).toEqual([]);
  });
});

describe.skipIf(!hasCorpus)("one reported number of the worked example changed by 1 % (needs ../shared/corpus)", () => {
  let folder: string;
  let db: Database;
  beforeAll(async () => {
    folder = await importWorked();
    db = await openDatabase(folder);
  });
  afterAll(async () => {
    db.close();
    await rm(folder, {recursive: true});
  });

  const FILE = "imported/safe240k-capacity-c1-4k-r3.json";
  const rules = RULES.filter((r) => r.id === "summary-mismatch");
  const findings = async () => {
    const {policy} = db.campaign(WORKED);
    return (await auditReport(db, WORKED, policy, await compare(db, WORKED, policy), rules)).findings;
  };
  /** The findings while one row of `reported` holds another value. */
  async function changed(file: string, path: string, set: string, back: string) {
    const where = `where file = '${file}' and json_path = '${path}'`;
    await db.query(`update reported set ${set} ${where}`);
    const seen = await findings();
    await db.query(`update reported set ${back} ${where}`);
    return seen.map((f) => f.detail);
  }

  it("is silent while nothing is changed", async () => {
    expect(await findings()).toEqual([]);
  });

  it.each([
    ["$.metrics.decode_tok_s_p50", "109.6527464199986", "108.56707566336496"],
    ["$.metrics.effective_prefill_tok_s_p95", "17330.11237387472", "17158.527102846256"],
    ["$.metrics.throughput_tok_s", "69.2246821759495", "68.53928928311831"],
    ["$.metrics.content_chunks", "78.78", "78"],
    ["$.metrics.output_token_sources.usage", "3.03", "3"],
    ["$.metrics.prompt_tokens", "8996.07", "8907"],
    ["$.request_timings[0].decode_tok_s", "121.50337113139878", "120.30036745683047"]
  ])("names %s of a capacity file with both values", async (path, said, gives) => {
    const [detail, ...others] = await changed(FILE, path, `value = ${said}`, `value = ${gives}`);
    expect(detail).toContain(`at ${path} of ${FILE} says ${said}, recomputed ${gives}`);
    expect(others).toEqual([]);
  });

  it.each([
    ["$.headline_results[0]", "39.7", "40.1", "39.70668"],
    ["$.headline_results[1]", "108.57", "109.66", "108.56707566336496"],
    ["$.headline_results[2]", "5763", "5821", "5762.69030860975"],
    ["$.headline_results[3]", "147.54", "149.02", "147.53538"],
    ["$.headline_results[4]", "2101", "2122", "2101"],
    ["$.gates[0].detail", "194227", "196169", "194227"],
    ["$.gates[0].detail", "20/20", "20/21", "20"],
    ["$.gates[2].detail", "15/15", "14/15", "15"],
    ["$.gates[5].detail", "3487", "3522", "3487"],
    ["$.limitations[2]", "189627", "191523", "189627"]
  ])("names %s of the summary: %s told as %s", async (path, was, said, gives) => {
    const file = "imported/summary.json";
    const swap = (from: string, to: string) => `text = replace(text, '${from}', '${to}')`;
    const [detail, ...others] = await changed(file, path, swap(was, said), swap(said, was));
    expect(detail).toContain(`at ${path} of ${file} says ${said}, recomputed ${gives}`);
    expect(others).toEqual([]);
  });

  it("names a count of graded attempts", async () => {
    const file = "imported/safe240k-multimodal-image-c1.json";
    const [detail] = await changed(file, "$.passed_attempts", "value = 12.12", "value = 12");
    expect(detail).toContain(`at $.passed_attempts of ${file} says 12.12, recomputed 12`);
  });

  it("names the count of samples", async () => {
    const [detail] = await changed(
      "imported/summary.json",
      "$.measurement.sample_count",
      "value = 161.6",
      "value = 160"
    );
    expect(detail).toContain(
      "sample count at $.measurement.sample_count of imported/summary.json says 161.6, recomputed 160"
    );
  });
});
