import {describe, expect, test} from "vitest";
import {point, rows, type Evidence} from "./evidence.js";
import {report, seenBy} from "./runRule.js";

const STAGE = "01-capacity-4k-c1";

describe("reserve-idle-only", () => {
  const reading = (after: number | null) => (e: Evidence) =>
    e.insert("reserve_readings", [
      {profile: "p", stage: "02-reserve", gpu: "g", idle_mib: 5000, after_mib: after, file: "r.json"}
    ]);
  test("fires when free memory after the workload is not known", async () => {
    const [finding] = await seenBy("reserve-idle-only", reading(null));
    expect(finding?.detail).toContain("5,000 MiB");
    expect(await seenBy("reserve-idle-only", reading(3487))).toEqual([]);
  });
});

describe("summary-mismatch", () => {
  const claims =
    (format: string, ...told: [string, string, number][]) =>
    async (e: Evidence) => {
      e.imported = {
        schema: "assay.import/v1",
        files: [
          {
            name: "a.json",
            sha256: "0".repeat(64),
            size: 1,
            format,
            mapped: true,
            reason: null,
            kept_as: "imported/a.json",
            stages: [],
            not_mapped: [],
            problems: []
          }
        ],
        named: []
      };
      // e2e 1000, 2000, 3000, 4000 ms: the median is 2000 by nearest rank and 2500 by interpolation.
      await point(
        e,
        [1, 2, 3, 4].map((k) => ({e2e_ms: 1000 * k, generation_ms: 500 * k, ttfo_ms: 100, ttft_ms: 100})),
        {
          of: {source_file: "imported/a.json", wall_s: 10}
        }
      );
      await e.insert(
        "reported",
        told.map(([metric, statistic, value]) => ({
          profile: "p",
          stage: STAGE,
          metric,
          statistic,
          value,
          file: "a.json",
          json_path: "$"
        }))
      );
    };

  test("uses the tool's own percentile", async () => {
    expect(await seenBy("summary-mismatch", claims("anvil-serving.benchmark/v1", ["e2e_ms", "p50", 2000]))).toEqual([]);
    expect(await seenBy("summary-mismatch", claims("vllm bench serve", ["e2e_ms", "p50", 2500]))).toEqual([]);
    const [finding] = await seenBy("summary-mismatch", claims("vllm bench serve", ["e2e_ms", "p50", 2000]));
    expect(finding).toMatchObject({severity: "note", metrics: ["e2e_ms"]});
    expect(finding?.detail).toContain("e2e_ms p50 at $ of a.json says 2000, recomputed 2500");
  });

  test("allows the digits that are printed, and no more", async () => {
    const rate = (255 / 0.5 + 255 / 1) / 2;
    expect(
      await seenBy("summary-mismatch", claims("anvil", ["output_tok_s", "total", 102.4], ["n_ok", "value", 4]))
    ).toEqual([]);
    expect(
      await seenBy("summary-mismatch", claims("other", ["decode_tok_s", "max", 510], ["e2e_ms", "mean", 2500]))
    ).toEqual([]);
    expect(await seenBy("summary-mismatch", claims("anvil", ["output_tok_s", "total", 102.5]))).toHaveLength(1);
    expect(await seenBy("summary-mismatch", claims("anvil", ["decode_tok_s", "p95", rate]))).toHaveLength(1);
    expect(await seenBy("summary-mismatch", claims("anvil", ["n_ok", "value", 5]))).toHaveLength(1);
  });
});

describe("uncounted-requests", () => {
  const served = (n: number, first?: number) => (e: Evidence) =>
    point(e, rows(3), {
      of: {
        server_after: JSON.stringify({requests_total: n}),
        server_before: first === undefined ? null : JSON.stringify({requests_total: first})
      }
    });
  test("gives the server's count and the evidence's", async () => {
    const [finding] = await seenBy("uncounted-requests", served(5));
    expect(finding?.detail).toContain("counted 5 requests in boot boot-1; the evidence holds 3");
    expect(await seenBy("uncounted-requests", served(3))).toEqual([]);
    expect(await seenBy("uncounted-requests", served(103, 100))).toEqual([]);
  });
});

describe("weak-grader", () => {
  const graded = (grader: string) => (e: Evidence) =>
    e.insert("attempts", [
      {
        profile: "p",
        stage: "03-quality",
        kind: "quality",
        task: "t",
        attempt: 1,
        verdict: "pass",
        grader,
        reason: "because",
        request_id: "r#0",
        file: "q.json"
      }
    ]);
  test("names text matches and the harness's own flag, and no executed answer", async () => {
    expect((await seenBy("weak-grader", graded("text-match")))[0]?.detail).toContain(
      "1 coding attempt (1 passed) is graded by text checks"
    );
    expect((await seenBy("weak-grader", graded("harness-flag")))[0]?.detail).toContain("harness's own flag");
    for (const fine of ["executed", "diff-applied", "assertions"])
      expect(await seenBy("weak-grader", graded(fine))).toEqual([]);
  });
});

describe("check-disagrees", () => {
  const smoke =
    (request: object, verdict = "pass") =>
    async (e: Evidence) => {
      const stage = {profile: "p", stage: "02-preflight"};
      await e.insert("stages", [{...stage, kind: "preflight", thinking: "disabled", file: "s.json"}]);
      await e.insert("requests", [
        {
          ...stage,
          request_id: "p/02-preflight#0",
          index: 0,
          phase: "measured",
          status: "ok",
          content: "sum(xs)",
          ...request
        }
      ]);
      await e.insert("checks", [
        {...stage, check_id: "smoke", verdict, reason: "", request_ids: ["p/02-preflight#0"], file: "s.json"}
      ]);
    };
  test("fires on thoughts in content, on reasoning although disabled, and on a failed request", async () => {
    const [finding] = await seenBy("check-disagrees", smoke({content: "Let me think.</think>sum(xs)"}));
    expect(finding).toMatchObject({severity: "weakens", request_ids: ["p/02-preflight#0"]});
    expect(finding?.detail).toBe("smoke passed all the same with thoughts in the content of 1 answer.");
    expect(await seenBy("check-disagrees", smoke({reasoning: "hm"}))).toHaveLength(1);
    expect(await seenBy("check-disagrees", smoke({status: "truncated"}))).toHaveLength(1);
  });
  test("is silent on a clean answer, on a check that failed, and on reasoning that was asked for", async () => {
    expect(await seenBy("check-disagrees", smoke({}))).toEqual([]);
    expect(await seenBy("check-disagrees", smoke({content: "<think>hm</think>"}, "fail"))).toEqual([]);
    expect(await seenBy("check-disagrees", smoke({reasoning: "hm", thinking: "enabled"}))).toEqual([]);
  });
});

describe("missing-evidence", () => {
  const named = (present: boolean, hash_matches: boolean | null) => (e: Evidence) => {
    e.imported = {
      schema: "assay.import/v1",
      files: [],
      named: [{file: "log-audit.md", by: "manifest.json", present, hash_matches}]
    };
  };
  test("names a file that is not there, or whose hash differs", async () => {
    const [absent] = await seenBy("missing-evidence", named(false, null));
    expect(absent?.detail).toBe("manifest.json names 1 file, of which 1 is not here: log-audit.md.");
    expect((await seenBy("missing-evidence", named(true, false)))[0]?.detail).toContain("hashes");
    expect(await seenBy("missing-evidence", named(true, true))).toEqual([]);
    expect(await seenBy("missing-evidence", named(true, null))).toEqual([]);
  });
});

describe("restoration-partial", () => {
  const field = (before: string | null, after: string | null, equal: boolean | null) => (e: Evidence) =>
    e.insert("restoration_fields", [
      {field: "container_id", before, after, equal, required: true, file: "restoration.json"}
    ]);
  test("says which side lacks the field", async () => {
    expect((await seenBy("restoration-partial", field(null, '"45a0"', null)))[0]?.detail).toBe(
      "The starting snapshot holds no container id to compare with."
    );
    expect((await seenBy("restoration-partial", field('"45a0"', null, null)))[0]?.detail).toContain(
      "restored snapshot holds no container id"
    );
    expect(await seenBy("restoration-partial", field('"45a0"', '"45a0"', true))).toEqual([]);
  });
  const measured = (rates: number[], when: "before" | "after") => (e: Evidence) =>
    point(
      e,
      rates.map((decode_tok_s) => ({decode_tok_s, generation_ms: 255_000 / decode_tok_s})),
      {profile: "incumbent", boot: `incumbent-${when}`, stage: `0${when === "before" ? 1 : 2}-capacity-4k-c1`}
    );
  const both = (after: number[]) => async (e: Evidence) => {
    await measured([100, 102, 98], "before")(e);
    await measured(after, "after")(e);
  };
  test("says that the incumbent came back slower, only when no request after is as fast as any before", async () => {
    const [finding] = await seenBy("restoration-partial", both([51, 49, 50]));
    expect(finding?.detail).toContain("50.00 tok/s where it did 100.00 before (50");
    expect(finding?.request_ids).toHaveLength(3);
    expect(await seenBy("restoration-partial", both([51, 49, 98.5]))).toEqual([]);
    expect(await seenBy("restoration-partial", both([97, 96, 95]))).toEqual([]);
    expect(await seenBy("restoration-partial", both([51, 49]))).toEqual([]);
  });
});

describe("clock-step", () => {
  const pair = (ms: number, offMs = 0) => ({
    monotonic_ns: String(BigInt(ms) * 1_000_000n),
    wall: new Date(Date.UTC(2026, 0, 2, 3) + ms + offMs).toISOString()
  });
  const clocks =
    (...runs: ReturnType<typeof pair>[][]) =>
    (e: Evidence) => {
      e.clocks = runs;
    };

  test("fires when wall and monotonic clocks moved apart by more than 50 ms, once a step", async () => {
    const seen = await seenBy("clock-step", clocks([pair(0), pair(60_000, 60), pair(120_000, 60)]));
    expect(seen).toMatchObject([{severity: "note", files: ["campaign.json", "journal.jsonl"]}]);
    expect(seen[0]?.detail).toContain("60 ms ahead of");
    expect(await seenBy("clock-step", clocks([pair(0), pair(60_000, 40)]))).toEqual([]);
    expect((await seenBy("clock-step", clocks([pair(0), pair(60_000, -3_600_000)])))[0]?.detail).toContain("behind");
  });

  test("adds small steps up", async () => {
    const seen = await seenBy("clock-step", clocks([pair(0), pair(1000, 30), pair(2000, 60), pair(3000, 90)]));
    expect(seen).toHaveLength(1);
  });

  test("does not compare two runs: the host may have been started anew between them", async () => {
    expect(
      await seenBy("clock-step", clocks([pair(0), pair(9000)], [pair(5, 86_400_000), pair(10, 86_400_000)]))
    ).toEqual([]);
  });

  test("cannot tell from one reading a run", async () => {
    const {cannot_tell} = await report(clocks([pair(0)], [pair(9)]));
    expect(cannot_tell.some((c) => c.rule === "clock-step")).toBe(true);
  });
});
