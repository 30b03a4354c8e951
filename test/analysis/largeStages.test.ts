import {describe, expect, it} from "vitest";
import {openDatabase} from "../../src/analysis/database.js";
import {largeStages} from "../../src/analysis/largeStages.js";
import {PUBLISHED_METRICS} from "../../src/analysis/metricList.js";
import type {StageSamples} from "../../src/analysis/stageSample.js";
import {stageSamples} from "../../src/analysis/stageSamples.js";
import {CAMPAIGN, evidence, lines, request, stage} from "./support/evidence.js";

describe("a stage with more requests than are listed", () => {
  it("has the counts and interval ends that the listed samples give, by rank in SQL", async () => {
    const name = "01-capacity-4k-c1";
    const rows = Array.from({length: 501}, (_, i) =>
      request(name, i, {ttfo_ms: 100 + ((i * 7919) % 501), generation_ms: i % 5 === 0 ? 0 : 900 + ((i * 104729) % 501)})
    );
    const db = await openDatabase(
      await evidence({[`alpha/${name}.json`]: stage(name, "capacity"), [`alpha/${name}.requests.jsonl`]: lines(rows)})
    );
    const listed = (await stageSamples(db, CAMPAIGN)).get(`alpha/${name}`);
    const large = (await largeStages(db, CAMPAIGN, [`alpha/${name}`])).get(`alpha/${name}`) as StageSamples;
    const suspects = new Set(rows.filter((_, i) => i % 7 === 0).map((r) => r.request_id));
    for (const metric of PUBLISHED_METRICS) {
      expect([metric.metric, await large.of(metric).without(suspects)]).toEqual([
        metric.metric,
        await listed?.of(metric).without(suspects)
      ]);
      expect(await large.of(metric).without(new Set(["alpha/none#1"]))).toBeNull();
      const behind = await db.query<{request_id: string}>(large.of(metric).requestsSql ?? "");
      expect(behind.map((r) => r.request_id)).toEqual(listed?.of(metric).requestIds);
      const {n, lo, hi, coverage, basis} = large.of(metric);
      expect([metric.metric, {n, lo, hi, coverage, basis}]).toEqual([
        metric.metric,
        expect.objectContaining({n, ...pickEnds(listed?.of(metric))})
      ]);
    }
    expect((await db.query(large.idsSql ?? "")).length).toBe(501);
    expect(large.of({...(PUBLISHED_METRICS[0] as (typeof PUBLISHED_METRICS)[number])}).n).toBe(400);
    db.close();
  });
});

const pickEnds = (
  sample: {n: number; lo: number | null; hi: number | null; coverage: number | null; basis: string | null} | undefined
) => sample && {n: sample.n, lo: sample.lo, hi: sample.hi, coverage: sample.coverage, basis: sample.basis};
