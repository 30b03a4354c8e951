import {describe, expect, test} from "vitest";
import {point, rows} from "./evidence.js";
import {report, seenBy} from "./runRule.js";

const ids = (stage: string, ...index: number[]) => index.map((i) => `p/${stage}#${i}`);
const STAGE = "01-capacity-4k-c1";

describe("tokens-not-usage and chunk-as-token", () => {
  test("a client's tokenizer, the requested length and counted chunks are named", async () => {
    for (const basis of ["client-tokenizer", "requested", "chunk"]) {
      const [finding] = await seenBy("tokens-not-usage", (e) =>
        point(
          e,
          rows(2, () => ({output_tokens_basis: basis}))
        )
      );
      expect(finding).toMatchObject({severity: "invalidates", request_ids: ids(STAGE, 0, 1)});
    }
    expect(await seenBy("tokens-not-usage", (e) => point(e, rows(2)))).toEqual([]);
  });

  test("an inter-token latency of chunk gaps, and a decode rate of chunks, are chunks taken for tokens", async () => {
    const claim = {
      profile: "p",
      stage: STAGE,
      metric: "itl_ms",
      statistic: "p50",
      value: 25,
      file: "f",
      json_path: "$"
    };
    const [finding] = await seenBy("chunk-as-token", (e) => e.insert("reported", [{...claim, basis: "chunk"}]));
    expect(finding).toMatchObject({severity: "invalidates", metrics: ["itl_ms"]});
    const other = await seenBy("chunk-as-token", (e) =>
      e.insert("reported", [
        {...claim, basis: "token"},
        {...claim, metric: "content_chunks_s", basis: "chunk"}
      ])
    );
    expect(other).toEqual([]);
    const rates = await seenBy("chunk-as-token", (e) =>
      point(
        e,
        rows(2, () => ({basis: "chunk"}))
      )
    );
    expect(rates[0]?.request_ids).toEqual(ids(STAGE, 0, 1));
  });
});

describe("decode-basis", () => {
  test("notes an assumed k and a time from end to end, and nothing for continuous usage", async () => {
    const [assumed] = await seenBy("decode-basis", (e) =>
      point(
        e,
        rows(2, () => ({basis: "k-assumed-1"}))
      )
    );
    expect(assumed?.detail).toContain("upper bound");
    const [foreign] = await seenBy("decode-basis", (e) =>
      point(
        e,
        rows(2, () => ({basis: "e2e-minus-ttfo"}))
      )
    );
    expect(foreign).toMatchObject({severity: "note"});
    expect(await seenBy("decode-basis", (e) => point(e, rows(2)))).toEqual([]);
  });

  test("weakens where reasoning before the first content may be counted without its time", async () => {
    const thoughtful = {basis: "e2e-minus-ttft", thinking: "default"};
    expect(
      (
        await seenBy("decode-basis", (e) =>
          point(
            e,
            rows(2, () => thoughtful)
          )
        )
      )[0]?.severity
    ).toBe("weakens");
    const plain = {basis: "e2e-minus-ttft", thinking: "disabled"};
    expect(
      (
        await seenBy("decode-basis", (e) =>
          point(
            e,
            rows(2, () => plain)
          )
        )
      )[0]?.severity
    ).toBe("note");
  });
});

describe("warmup-leak", () => {
  const slowFirst = (first: object) => rows(5, (i) => (i === 0 ? {ttfo_ms: 700, ttft_ms: 700, ...first} : {}));

  test("names a first sample that is slower at the same cached share", async () => {
    const [finding] = await seenBy("warmup-leak", (e) => point(e, slowFirst({})));
    expect(finding).toMatchObject({severity: "weakens", request_ids: ids(STAGE, 0)});
    expect(finding?.detail).toContain("700.0 ms");
  });

  test("is silent when the first was cold and the others warm, or not much slower", async () => {
    const warm = rows(5, (i) => (i === 0 ? {ttfo_ms: 700, ttft_ms: 700} : {cached_tokens: 4000}));
    expect(await seenBy("warmup-leak", (e) => point(e, warm))).toEqual([]);
    const mild = rows(5, (i) => (i === 0 ? {ttfo_ms: 480, ttft_ms: 480} : {}));
    expect(await seenBy("warmup-leak", (e) => point(e, mild))).toEqual([]);
  });

  test("cannot tell where the cached share is not recorded", async () => {
    const {findings, cannot_tell} = await report((e) =>
      point(
        e,
        slowFirst({}).map((r) => ({...r, cached_tokens: null}))
      )
    );
    expect(findings.some((f) => f.rule === "warmup-leak")).toBe(false);
    expect(cannot_tell.some((c) => c.rule === "warmup-leak")).toBe(true);
  });
});

describe("survivors-only", () => {
  test("says how many came through", async () => {
    const [finding] = await seenBy("survivors-only", (e) =>
      point(
        e,
        rows(10, (i) => (i < 3 ? {status: "timeout"} : {}))
      )
    );
    expect(finding).toMatchObject({severity: "weakens", request_ids: ids(STAGE, 0, 1, 2)});
    expect(finding?.detail).toBe("Survivors only, 7 of 10 (timeout).");
    expect(await seenBy("survivors-only", (e) => point(e, rows(10)))).toEqual([]);
  });

  test("counts failures that a file only reports", async () => {
    const count = (metric: string, value: number) => ({
      profile: "p",
      stage: STAGE,
      metric,
      statistic: "value",
      value,
      file: "f"
    });
    const [finding] = await seenBy("survivors-only", (e) =>
      e.insert("reported", [count("n_ok", 70), count("n_failed", 30)])
    );
    expect(finding?.detail).toBe("Survivors only, 70 of 100.");
    expect(
      await seenBy("survivors-only", (e) => e.insert("reported", [count("n_ok", 70), count("n_failed", 0)]))
    ).toEqual([]);
  });
});

describe("collapsed-point", () => {
  test("names a point below a tenth of the profile's best, and gives both", async () => {
    const slow = {stage: "02-capacity-120k-c4", of: {nominal_prompt_tokens: 120000, concurrency: 4}};
    const crawl = rows(4, () => ({
      generation_ms: 700_000,
      last_output_ms: 700_401,
      e2e_ms: 700_402,
      concurrency: 4,
      in_flight_mean: 4
    }));
    const [finding, ...more] = await seenBy("collapsed-point", async (e) => {
      await point(e, rows(4));
      await point(e, crawl, slow);
    });
    expect(more).toEqual([]);
    expect(finding).toMatchObject({stage: "02-capacity-120k-c4", severity: "weakens"});
    expect(finding?.detail).toContain("0.36 tok/s");
    const fine = rows(4, () => ({generation_ms: 20_000, last_output_ms: 20_401, e2e_ms: 20_402}));
    expect(
      await seenBy("collapsed-point", async (e) => {
        await point(e, rows(4));
        await point(e, fine, slow);
      })
    ).toEqual([]);
  });
});

describe("implausible", () => {
  const broken: [string, Record<string, unknown>, string][] = [
    ["times out of order", {ttfo_ms: 500, ttft_ms: 400}, "out of order"],
    ["an end before the last output", {e2e_ms: 2000}, "out of order"],
    ["generation beyond the end", {generation_ms: 2700}, "exceeds the end"],
    ["a first token at 0 ms", {ttfo_ms: 0, ttft_ms: 0, generation_ms: 2500}, "0 ms"],
    ["more cached than prompted", {cached_tokens: 5000}, "cached"],
    ["a token every 0.1 ms", {generation_ms: 0.5, last_output_ms: 400.5, e2e_ms: 401}, "one piece"]
  ];
  test.each(broken)("%s", async (_, change, words) => {
    const found = await seenBy("implausible", (e) => point(e, [{}, change, {}]));
    const finding = found.find((f) => f.detail.includes(words));
    expect(finding).toMatchObject({severity: "invalidates", request_ids: ids(STAGE, 1)});
  });

  test("an accepted length above the depth, and rates above the declared ceilings", async () => {
    const depth = {server_after: JSON.stringify({spec_steps: 3})};
    const [accepted] = await seenBy("implausible", (e) =>
      point(e, [{accept_length: 4.2}, {accept_length: 3.9}], {of: depth})
    );
    expect(accepted?.request_ids).toEqual(ids(STAGE, 0));
    const fast = await seenBy("implausible", async (e) => {
      await e.query("update campaigns set decode_ceiling_tok_s = 90, prefill_ceiling_tok_s = 9000");
      await point(e, rows(2));
    });
    expect(fast.map((f) => f.detail).join()).toContain("the decode rate exceeds the declared ceiling");
    expect(fast.map((f) => f.detail).join()).toContain("the prefill rate exceeds the declared ceiling");
  });

  test("a reported peak below the mean, a first token at 0, and an in-flight mean against Little's law", async () => {
    const claim = (metric: string, statistic: string, value: number) => ({
      profile: "p",
      stage: STAGE,
      metric,
      statistic,
      value,
      file: "f"
    });
    const found = await seenBy("implausible", async (e) => {
      await point(e, rows(3));
      await e.insert("reported", [
        claim("max_output_tokens_per_s", "value", 111),
        claim("output_tok_s", "total", 414),
        claim("ttft_ms", "p50", 0),
        claim("output_tokens", "total", 900),
        claim("concurrency", "mean", 2)
      ]);
    });
    expect(found.map((f) => f.detail).join()).toMatch(/peak of 111.00.*below the reported mean of 414.00/);
    expect(found.map((f) => f.detail).join()).toContain("0 ms although tokens came");
    expect(found.map((f) => f.detail).join()).toContain("Little's law");
    const agreeing = await seenBy("implausible", async (e) => {
      await point(e, rows(3));
      await e.insert("reported", [
        claim("max_output_tokens_per_s", "value", 500),
        claim("output_tok_s", "total", 414),
        claim("concurrency", "mean", (3 * 2.951) / 10)
      ]);
    });
    expect(agreeing).toEqual([]);
  });
});
