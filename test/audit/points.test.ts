import {describe, expect, test} from "vitest";
import {point, rows} from "./evidence.js";
import {report, seenBy} from "./runRule.js";

const ids = (stage: string, ...index: number[]) => index.map((i) => `p/${stage}#${i}`);
const STAGE = "01-capacity-4k-c1";

describe("a healthy point", () => {
  test("gives no finding at all", async () => {
    const {findings} = await report((e) => point(e, rows(6)));
    expect(findings).toEqual([]);
  });
});

describe("cache-warm", () => {
  test("names the warm requests and the cold one, whose rate is below half the median", async () => {
    const warm = {cached_tokens: 4000, ttfo_ms: 200, ttft_ms: 200};
    const [finding, ...more] = await seenBy("cache-warm", (e) =>
      point(e, [{ttfo_ms: 1000, ttft_ms: 1000}, warm, warm, warm])
    );
    expect(more).toEqual([]);
    expect(finding).toMatchObject({severity: "invalidates", request_ids: ids(STAGE, 1, 2, 3)});
    expect(finding?.metrics).toContain("effective_prefill_tok_s");
    expect(finding?.detail).toContain("cold request 0 ran at 4,100.0 tok/s");
    expect(finding?.detail).toContain("p50 is 20,500.0 tok/s");
  });

  test("allows a page, and the template's own prefix", async () => {
    expect(
      await seenBy("cache-warm", (e) =>
        point(
          e,
          rows(3, () => ({cached_tokens: 64}))
        )
      )
    ).toEqual([]);
    const template = {cached_tokens: 900, template_tokens: 890};
    expect(
      await seenBy("cache-warm", (e) =>
        point(
          e,
          rows(3, () => template)
        )
      )
    ).toEqual([]);
  });

  test("is silent on a point that is declared warm", async () => {
    const warm = {cached_tokens: 4000, cache_declared: "warm"};
    expect(
      await seenBy("cache-warm", (e) =>
        point(
          e,
          rows(3, () => warm)
        )
      )
    ).toEqual([]);
  });

  test("takes the file's own gauge where requests hold no count, and cannot tell without either", async () => {
    const blind = rows(3, () => ({cached_tokens: null}));
    const gauged = await seenBy("cache-warm", async (e) => {
      await point(e, blind);
      await e.insert("reported", [
        {
          profile: "p",
          stage: STAGE,
          metric: "cache_hit_share",
          statistic: "mean",
          value: 0.97,
          json_path: "$.hit",
          file: "f"
        }
      ]);
    });
    expect(gauged[0]?.detail).toContain("97 % of the prompt was cached by the file's own gauge");
    const {findings, cannot_tell} = await report((e) => point(e, blind));
    expect(findings.filter((f) => f.rule === "cache-warm")).toEqual([]);
    expect(cannot_tell.find((c) => c.rule === "cache-warm")?.reason).toContain(`p/${STAGE}`);
  });
});

describe("nominal-prompt", () => {
  test("fires beyond 2 % and gives both numbers", async () => {
    const [finding] = await seenBy("nominal-prompt", (e) =>
      point(
        e,
        rows(3, () => ({prompt_tokens: 2969}))
      )
    );
    expect(finding).toMatchObject({severity: "note", stage: STAGE});
    expect(finding?.detail).toBe("The nominal prompt is 4,096 tokens; the measured median is 2,969 (-27.5 %).");
    expect(
      await seenBy("nominal-prompt", (e) =>
        point(
          e,
          rows(3, () => ({prompt_tokens: 4170}))
        )
      )
    ).toEqual([]);
  });
});

describe("short-generation", () => {
  test("weakens below 64 tokens, and takes requests below 16 out of the rate", async () => {
    const tokens = (n: number) => ({output_tokens: n, last_delta_tokens: n, output_deltas: n});
    const found = await seenBy("short-generation", (e) => point(e, [tokens(12), tokens(40), tokens(64), tokens(200)]));
    expect(found.find((f) => f.severity === "weakens")).toMatchObject({request_ids: ids(STAGE, 0, 1)});
    expect(found.find((f) => f.severity === "weakens")?.detail).toContain(
      "2 of 4 requests generated fewer than 64 tokens (12 to 40)"
    );
    expect(found.find((f) => f.severity === "invalidates")).toMatchObject({request_ids: ids(STAGE, 0)});
    expect(await seenBy("short-generation", (e) => point(e, [tokens(64), tokens(65)]))).toEqual([]);
  });
});

describe("degenerate-output", () => {
  const loop = `Once there was a model. ${"and then it said so again, ".repeat(12)}`;

  test("with text: a repeated tail invalidates the request's rate", async () => {
    const [finding] = await seenBy("degenerate-output", (e) =>
      point(
        e,
        rows(3, (i) => (i === 1 ? {content: loop} : {}))
      )
    );
    expect(finding).toMatchObject({severity: "invalidates", request_ids: ids(STAGE, 1)});
    expect(finding?.metrics).toContain("decode_tok_s");
    expect(finding?.detail).toContain("repeat every 27");
  });

  test("with text: a loop of many words that the tail hides is found by its 4-grams and its size", async () => {
    const sentence = "the quick brown fox jumps over the lazy dog near the old stone bridge while rain falls ";
    const text = `${sentence.repeat(20)}but at last it stopped by itself and said goodbye to everyone in the room`;
    const [finding] = await seenBy("degenerate-output", (e) => point(e, [{content: text, finish_reason: "stop"}]));
    expect(finding?.detail).toMatch(/4-grams repeat/);
  });

  test("with text: prose, code and a short refrain are not loops", async () => {
    const code = Array.from(
      {length: 30},
      (_, i) => `const value${i} = compute(${i * 7919}, "${(i * 104729).toString(36)}");`
    ).join("\n");
    const refrain = `${"la la ".repeat(10)}and here the song goes on with many other words that follow it.`;
    expect(await seenBy("degenerate-output", (e) => point(e, [{content: code}, {content: refrain}, {}]))).toEqual([]);
  });

  test("without text: suspected at max_tokens with 1.5 times the point's tokens a chunk, with the rival explanation", async () => {
    const blind = (deltas: number, tokens = 256) => ({content: null, output_deltas: deltas, output_tokens: tokens});
    const [finding, ...more] = await seenBy("degenerate-output", (e) =>
      point(e, [blind(51), blind(100, 200), blind(100, 240), blind(110)])
    );
    expect(more).toEqual([]);
    expect(finding).toMatchObject({severity: "weakens", request_ids: ids(STAGE, 0)});
    expect(finding?.detail).toContain("Suspected on request 0");
    expect(finding?.detail).toContain("5.02 tokens a chunk");
    expect(finding?.detail).toContain("rival explanation");
    expect(await seenBy("degenerate-output", (e) => point(e, [blind(100), blind(105), blind(98)]))).toEqual([]);
  });
});
