import {describe, expect, test} from "vitest";
import {point, rows, type Evidence} from "./evidence.js";
import {report, seenBy} from "./runRule.js";

const STAGE = "01-capacity-4k-c1";
const ids = (...index: number[]) => index.map((i) => `p/${STAGE}#${i}`);

describe("client-bound", () => {
  test("weakens when the loop is late, busy or out of CPU, and invalidates above half a chunk gap", async () => {
    const found = await seenBy("client-bound", (e) =>
      point(e, [{loop_delay_p99_ms: 2.5}, {loop_utilisation: 0.8}, {cpu_share: 0.9}, {loop_delay_p99_ms: 6}, {}])
    );
    expect(found.find((f) => f.severity === "weakens")?.request_ids).toEqual(ids(0, 1, 2));
    expect(found.find((f) => f.severity === "invalidates")?.request_ids).toEqual(ids(3));
    expect(found[0]?.detail).toContain("loop delay p99 6.0 ms");
  });

  test("scales with the chunk gap, is silent for a quiet client, and cannot tell without its condition", async () => {
    expect(
      await seenBy("client-bound", (e) =>
        point(
          e,
          rows(3, () => ({loop_delay_p99_ms: 2.5, chunk_gap_ms_p50: 40}))
        )
      )
    ).toEqual([]);
    const blind = () => ({loop_delay_p99_ms: null, loop_utilisation: null, cpu_share: null});
    const {cannot_tell} = await report((e) => point(e, rows(3, blind)));
    expect(cannot_tell.some((c) => c.rule === "client-bound")).toBe(true);
  });
});

describe("proxy-buffered", () => {
  test("fires when events share reads while the loop is idle, not when the client was busy", async () => {
    const [finding] = await seenBy("proxy-buffered", (e) =>
      point(e, [{shared_read_share: 0.4}, {shared_read_share: 0.05}])
    );
    expect(finding).toMatchObject({severity: "weakens", request_ids: ids(0)});
    const busy = {shared_read_share: 0.4, loop_utilisation: 0.9};
    expect(await seenBy("proxy-buffered", (e) => point(e, [busy]))).toEqual([]);
  });
});

const samples = (e: Evidence, n: number, change: (i: number) => object, profile = "p", stage = STAGE) =>
  e.insert(
    "gpu_samples",
    Array.from({length: n}, (_, i) => ({
      profile,
      stage,
      gpu: "gpu-0",
      t_ms: i * 500,
      utilisation_pct: 95,
      sm_clock_mhz: 2400,
      throttle_bits: 0,
      other_processes: 0,
      ...change(i)
    }))
  );

describe("clock-throttled", () => {
  const withSamples = (change: (i: number) => object) => async (e: Evidence) => {
    await point(e, rows(3));
    await samples(e, 100, change);
  };

  test("invalidates when slowdown bits stand in 5 % of the samples under load", async () => {
    for (const bit of [0x8, 0x20, 0x40, 0x80]) {
      const [finding] = await seenBy(
        "clock-throttled",
        withSamples((i) => (i < 5 ? {throttle_bits: bit} : {}))
      );
      expect(finding).toMatchObject({severity: "invalidates", request_ids: ids(0, 1, 2)});
      expect(finding?.detail).toContain("5 % of 100 samples");
    }
    expect(
      await seenBy(
        "clock-throttled",
        withSamples((i) => (i < 4 ? {throttle_bits: 0x40} : {}))
      )
    ).toEqual([]);
  });

  test("leaves idle samples out, and cannot tell without samples", async () => {
    const idle = (i: number) => (i < 50 ? {throttle_bits: 0x40, utilisation_pct: 3} : {});
    expect(await seenBy("clock-throttled", withSamples(idle))).toEqual([]);
    const {cannot_tell} = await report((e) => point(e, rows(2)));
    expect(cannot_tell.some((c) => c.rule === "clock-throttled")).toBe(true);
  });

  test("a power cap is a note", async () => {
    const [finding] = await seenBy(
      "clock-throttled",
      withSamples(() => ({throttle_bits: 0x4}))
    );
    expect(finding?.severity).toBe("note");
  });
});

describe("gpu-shared", () => {
  test("fires when another process was on a card during a point", async () => {
    const build = (others: number) => async (e: Evidence) => {
      await point(e, rows(2));
      await samples(e, 10, (i) => ({other_processes: i === 3 ? others : 0}));
    };
    const [finding] = await seenBy("gpu-shared", build(1));
    expect(finding).toMatchObject({severity: "invalidates", request_ids: ids(0, 1)});
    expect(await seenBy("gpu-shared", build(0))).toEqual([]);
  });
});

const counters = (before: object | null, after: object | null) => ({
  of: {
    server_before: before === null ? null : JSON.stringify(before),
    server_after: after === null ? null : JSON.stringify(after)
  }
});

describe("foreign-traffic", () => {
  test("fires when the server counted more requests, or generated more tokens, than we caused", async () => {
    const [finding] = await seenBy("foreign-traffic", (e) =>
      point(e, rows(3), counters({requests_total: 10}, {requests_total: 15}))
    );
    expect(finding).toMatchObject({severity: "invalidates"});
    expect(finding?.detail).toContain("counted 5 requests over this point, which sent 3");
    const tokens = await seenBy("foreign-traffic", (e) =>
      point(e, rows(3), counters({generation_tokens_total: 0}, {generation_tokens_total: 1500}))
    );
    expect(tokens[0]?.detail).toContain("1,500 tokens");
  });

  test("is silent when the counters agree, and cannot tell without them", async () => {
    const same = counters(
      {requests_total: 10, generation_tokens_total: 0},
      {requests_total: 13, generation_tokens_total: 768}
    );
    expect(await seenBy("foreign-traffic", (e) => point(e, rows(3), same))).toEqual([]);
    const {cannot_tell} = await report((e) => point(e, rows(3)));
    expect(cannot_tell.some((c) => c.rule === "foreign-traffic")).toBe(true);
  });
});

describe("spec-depth-changed", () => {
  test("notes a depth that changed inside a point, and weakens when its halves differ by more than 10 %", async () => {
    const changed = counters({spec_steps: 3}, {spec_steps: 1});
    const [note] = await seenBy("spec-depth-changed", (e) => point(e, rows(6), changed));
    expect(note).toMatchObject({severity: "note"});
    const slower = rows(6, (i) => (i >= 3 ? {generation_ms: 3200, last_output_ms: 3601, e2e_ms: 3602} : {}));
    const [weakens] = await seenBy("spec-depth-changed", (e) => point(e, slower, changed));
    expect(weakens).toMatchObject({severity: "weakens"});
    const still = counters({spec_steps: 3}, {spec_steps: 3});
    expect(await seenBy("spec-depth-changed", (e) => point(e, slower, still))).toEqual([]);
  });

  test("sees boots of one point that ran at different depths", async () => {
    const [finding] = await seenBy("spec-depth-changed", async (e) => {
      await point(e, rows(3), counters({spec_steps: 3}, {spec_steps: 3}));
      await point(e, rows(3), {
        ...counters({spec_steps: 7}, {spec_steps: 7}),
        stage: "02-capacity-4k-c1",
        boot: "boot-2"
      });
    });
    expect(finding?.detail).toContain("ran at depths 3, 7");
  });
});
