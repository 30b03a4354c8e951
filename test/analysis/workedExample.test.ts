import {readdir, readFile} from "node:fs/promises";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, it} from "vitest";
import {anvilSummary} from "../../src/analysis/anvil.js";
import {crossCheck} from "../../src/analysis/crossCheck.js";
import {openDatabase, type Database} from "../../src/analysis/database.js";
import {decide} from "../../src/analysis/decide.js";
import type {Decision} from "../../src/schema/decision.js";
import {CORPUS, hasCorpus, importWorked, removeFile, rewrite, WORKED} from "./support/corpus.js";

const SELECTED = "glm53-flash-ormandj-sglang-sm120-tp2-240k-c1-adaptive-mtp";

/** Headline figures of the worked example, recomputed from its requests: profile ending, nominal size, concurrency. */
const FIGURES: [string, number, number, string, number][] = [
  ["240k-c1-adaptive-mtp", 4096, 3, "decode_tok_s_p50", 108.56707566336496],
  ["240k-c1-adaptive-mtp", 120000, 3, "decode_tok_s_p50", 93.3469984676811],
  ["240k-c1-adaptive-mtp", 230000, 3, "decode_tok_s_p50", 95.0049206970752],
  ["240k-c1-adaptive-mtp", 4096, 3, "effective_prefill_tok_s_p50", 16545.04470689107],
  ["240k-c1-adaptive-mtp", 120000, 3, "effective_prefill_tok_s_p50", 5762.69030860975],
  ["240k-c1-adaptive-mtp", 230000, 3, "effective_prefill_tok_s_p50", 5607.741676837262],
  ["131k-nospec", 4096, 3, "decode_tok_s_p50", 74.09986124878638],
  ["131k-nospec", 120000, 3, "decode_tok_s_p50", 73.56224547480846],
  ["131k-adaptive-mtp", 4096, 3, "decode_tok_s_p50", 103.52245929696622],
  ["131k-adaptive-mtp", 120000, 3, "decode_tok_s_p50", 95.06346604080213],
  ["240k-c1-adaptive-mtp", 4096, 60, "decode_tok_s_p50", 105.82483220207068],
  ["240k-c1-adaptive-mtp", 4096, 60, "requests_ok_count", 60]
];

async function figure(db: Database, decision: Decision, [profile, nominal, n, name]: (typeof FIGURES)[number]) {
  const stages = await db.query<{key: string}>(
    `select profile || '/' || stage as key from stage_summary
     where profile like '%-' || $profile and nominal_prompt_tokens = $nominal and n_ok = $n and concurrency = 1`,
    {profile, nominal, n}
  );
  return decision.values.find((value) => value.id === `${stages[0]?.key ?? ""}/${name}`)?.value;
}

const close = (value: number) => expect.closeTo(value, Math.ceil(9 - Math.log10(value)));

const keysOf = (value: unknown): unknown =>
  typeof value !== "object" || value === null
    ? true
    : Array.isArray(value)
      ? value.slice(0, 1).map(keysOf)
      : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, keysOf(inner)]));

describe.skipIf(!hasCorpus)("the worked example (needs ../shared/corpus)", () => {
  let db: Database;
  let decision: Decision;
  beforeAll(async () => {
    db = await openDatabase(await importWorked());
    decision = await decide(db, WORKED);
  });
  afterAll(() => db.close());

  it("recomputes every headline figure from its requests", async () => {
    for (const row of FIGURES) expect([row, await figure(db, decision, row)]).toEqual([row, close(row[4])]);
    const load = decision.values.find((v) => v.name === "output_tok_s_total" && v.value !== null && v.value > 140);
    expect(load?.value).toEqual(close(147.5353856128176));
  });

  it("finds the ratios of the arms, and says that three against three cannot prove them", () => {
    const found = decision.comparisons.map((c) => [c.nominal_prompt_tokens, c.p50_ratio, c.word, c.needs]);
    expect(found).toEqual([
      [4096, close(1.3970668440173595), "too few samples", 5],
      [120000, close(1.2922860827210174), "too few samples", 5]
    ]);
  });

  it("reads reserve, tools, long prompt and graded attempts as they were measured", () => {
    const value = (profile: string, name: string) =>
      decision.values.filter((v) => v.id.includes(profile) && v.name === name).map((v) => v.value);
    expect(value("240k", "after_mib_min")).toEqual([3487]);
    expect(value("393k", "after_mib_min")).toEqual([2101]);
    expect(value("240k", "tools_passed_count")).toContain(20);
    expect(value("240k", "long_tools_prompt_tokens_value")).toEqual([194227]);
    expect(value("240k", "quality_passed_count")).toEqual([15]);
    expect(value("240k", "multimodal_passed_count")).toEqual([12]);
  });

  it("decides as its own summary did, in every key of it", async () => {
    const seed = JSON.parse(await readFile(join(CORPUS, "seed-decision-summary.json"), "utf8")) as Awaited<
      ReturnType<typeof anvilSummary>
    >;
    const summary = await anvilSummary(db, decision);
    expect(keysOf(summary)).toMatchObject(keysOf(seed) as object);
    expect(summary.identity).toEqual(seed.identity);
    expect(summary.complete).toBe(seed.complete);
    expect(summary.workload).toEqual(seed.workload);
    expect(summary.measurement.sample_count).toBe(160);
    expect(summary.decision.promotion_authorized).toBe(seed.decision.promotion_authorized);
    expect(new Set(summary.decision.evidence_labels)).toEqual(new Set(seed.decision.evidence_labels));
    expect(new Set(summary.decision.decision_labels)).toEqual(new Set(seed.decision.decision_labels));
    expect(summary.decision.selected_recipe).toBe(seed.decision.selected_recipe);
    expect(summary.gates.map((g) => [g.name, g.status])).toEqual(seed.gates.map((g) => [g.name, g.status]));
  });

  it("prints headline figures as the summary rounded them", async () => {
    const text = (await anvilSummary(db, decision)).headline_results.join("\n");
    for (const rounded of ["108.57", "93.35", "95.00", "16545", "5763", "5608", "39.7", "29.2", "147.54", "2101"])
      expect(text).toContain(rounded);
  });

  it("gives the profiles their outcomes", () => {
    const outcome = (part: string) => decision.profiles.find((p) => p.profile.includes(part))?.outcome;
    expect(decision.selected).toBe(SELECTED);
    expect([outcome("240k"), outcome("393k"), outcome("nospec")]).toEqual(["verified", "policy-infeasible", "failed"]);
    expect(decision.verdict.sentence).toMatch(
      /^The 240K profile is verified; promotion is not authorised\. 393K leaves too little memory\./
    );
  });

  it("shows the prefill without its cached rows beside the cached one", () => {
    const value = decision.values.find((v) => v.id === `${SELECTED}/04-capacity-4k-c1/effective_prefill_tok_s_p50`);
    expect(value?.findings).toContain("cache-warm");
    expect(value?.without_suspects).toEqual({value: close(3728.639910540792), n: 1});
  });

  it("holds lineage that reproduces each value, and agrees with the second implementation", async () => {
    for (const {id, value, reason, lineage} of decision.values) {
      const [row = {}] = await db.query(lineage.sql);
      expect([id, Object.values(row)[0]]).toEqual([id, value]);
      expect([id, lineage.files.length > 0, value !== null || reason !== null]).toEqual([id, true, true]);
    }
    expect(await crossCheck(db, decision)).toBe(decision.values.length);
  });

  it("names the value when a view's SQL was changed by hand", async () => {
    const [value] = decision.values.filter((v) => v.name === "decode_tok_s_p50");
    const changed = decision.values.map((v) => (v === value ? {...v, value: (v.value ?? 0) * (1 + 1e-11)} : v));
    await expect(crossCheck(db, {...decision, values: changed})).rejects.toThrow(value?.id ?? "no value");
  });

  it("rests on requests alone: without summary.json and with every metrics block zeroed the figures stay", async () => {
    const evidence = await importWorked(async (folder) => {
      await removeFile(join(folder, "summary.json"));
      for (const name of (await readdir(folder)).filter((n) => n.endsWith(".json")))
        await rewrite(join(folder, name), (file) => {
          const {metrics} = file;
          if (typeof metrics !== "object" || metrics === null) return;
          for (const [key, was] of Object.entries(metrics))
            if (typeof was === "number") (metrics as Record<string, unknown>)[key] = 0;
        });
    });
    const second = await openDatabase(evidence);
    const again = await decide(second, WORKED);
    for (const row of FIGURES) expect([row, await figure(second, again, row)]).toEqual([row, close(row[4])]);
    expect(again.gates.map((g) => [g.profile, g.gate, g.verdict])).toEqual(
      decision.gates.map((g) => [g.profile, g.gate, g.verdict])
    );
    second.close();
  });
});
