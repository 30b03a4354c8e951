import {mkdtemp} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {describe, expect, it} from "vitest";
import {openDatabase} from "../../src/analysis/database.js";
import {campaign, CAMPAIGN, evidence, lines, request, stage} from "./support/evidence.js";

const point = stage("01-capacity-4k-c1", "capacity", {settings: {nominal_prompt_tokens: 4096, n_planned: 2}});
const two = [request("01-capacity-4k-c1", 0), request("01-capacity-4k-c1", 1)];
const good = {"alpha/01-capacity-4k-c1.json": point, "alpha/01-capacity-4k-c1.requests.jsonl": lines(two)};

const opened = async (files: Record<string, string | object>) => openDatabase(await evidence(files));

describe("the evidence database", () => {
  it("loads requests natively, with integers as numbers and times as text", async () => {
    const db = await opened(good);
    expect(db.problems).toEqual([]);
    const rows = await db.query("select request_id, index, prompt_tokens, sent_at, file, campaign_id from requests");
    expect(rows[1]).toEqual({
      request_id: "alpha/01-capacity-4k-c1#1",
      index: 1,
      prompt_tokens: 4000,
      sent_at: "2026-01-02T03:10:00.000Z",
      file: "alpha/01-capacity-4k-c1.requests.jsonl",
      campaign_id: CAMPAIGN
    });
    db.close();
  });

  it("drops a last line without an end, and lists it", async () => {
    const cut = lines(two).slice(0, -1);
    const db = await opened({...good, "alpha/01-capacity-4k-c1.requests.jsonl": cut});
    expect(await db.query("select count(*) n from requests")).toEqual([{n: 1}]);
    expect(db.problems.map((p) => [p.code, p.where?.endsWith("requests.jsonl: line 2")])).toEqual([["LINE_CUT", true]]);
    db.close();
  });

  it("leaves out a broken line in the middle, by its number, and no row of nulls appears", async () => {
    const text = lines([two[0] ?? {}]) + '{"schema":"assay.req\n' + lines([two[1] ?? {}]);
    const db = await opened({...good, "alpha/01-capacity-4k-c1.requests.jsonl": text});
    expect(await db.query("select index from requests order by 1")).toEqual([{index: 0}, {index: 1}]);
    expect(db.problems[0]?.where).toMatch(/line 2$/);
    db.close();
  });

  it("refuses an unknown version by name, says what it reads, and the rest still loads", async () => {
    const newer = {...two[1], schema: "assay.request/v9"};
    const db = await opened({
      ...good,
      "alpha/01-capacity-4k-c1.requests.jsonl": lines([two[0] ?? {}, newer]),
      "alpha/02-x.json": {...point, schema: "assay.stage/v7"}
    });
    expect(await db.query("select count(*) n from requests")).toEqual([{n: 1}]);
    const told = db.problems.map((p) => p.message).sort();
    expect(told[0]).toContain('"assay.request/v9"; this version of Assay reads "assay.request/v1"');
    expect(told[1]).toContain('"assay.stage/v7"; this version of Assay reads "assay.stage/v1"');
    db.close();
  });

  it("tells truncated JSON of a stage and loads the rest", async () => {
    const db = await opened({...good, "alpha/02-cut.json": JSON.stringify(point).slice(0, 40)});
    expect(db.problems.map((p) => p.code)).toEqual(["JSON_BROKEN"]);
    expect(await db.query("select count(*) n from stages")).toEqual([{n: 1}]);
    db.close();
  });

  it("says in one sentence that a folder holds no campaign, or is not there", async () => {
    const empty = await mkdtemp(join(tmpdir(), "assay-analysis-"));
    await expect(openDatabase(empty)).rejects.toMatchObject({code: "EVIDENCE_EMPTY", exitCode: 2});
    await expect(openDatabase(join(empty, "no"))).rejects.toMatchObject({code: "EVIDENCE_MISSING", exitCode: 2});
  });

  it("asks whether a near name was meant", async () => {
    const folder = await evidence(good);
    await expect(openDatabase(folder, {campaigns: ["2026-01-02-smaple"]})).rejects.toMatchObject({
      next: `did you mean "${CAMPAIGN}"?`
    });
  });

  it("keeps instants with an offset as UTC", async () => {
    const db = await opened({...good, "campaign.json": campaign({started_at: "2026-01-02T05:00:00.5+02:00"})});
    expect(await db.query("select started_at from campaigns")).toEqual([{started_at: "2026-01-02T03:00:00.500Z"}]);
    db.close();
  });
});

describe("request_metrics", () => {
  it("divides by seconds and is null where nothing was generated", async () => {
    const rows = [
      request("01-capacity-4k-c1", 0, {generation_ms: 333.3, last_delta_tokens: 38}),
      request("01-capacity-4k-c1", 1, {generation_ms: 0}),
      request("01-capacity-4k-c1", 2, {last_delta_tokens: 1, cached_tokens: 3990, ttfo_ms: 241.5})
    ];
    const db = await opened({...good, "alpha/01-capacity-4k-c1.requests.jsonl": lines(rows)});
    const got = await db.query(
      "select decode_tok_s, effective_prefill_tok_s, uncached_prefill_tok_s from request_metrics order by index"
    );
    expect(got).toEqual([
      {decode_tok_s: 37 / (333.3 / 1000), effective_prefill_tok_s: 4000 / 0.1, uncached_prefill_tok_s: 4000 / 0.1},
      {decode_tok_s: null, effective_prefill_tok_s: 4000 / 0.1, uncached_prefill_tok_s: 4000 / 0.1},
      {decode_tok_s: null, effective_prefill_tok_s: 4000 / (241.5 / 1000), uncached_prefill_tok_s: null}
    ]);
    db.close();
  });
});
