import {describe, expect, test} from "vitest";
import type {Evidence} from "../audit/evidence.js";
import {boot, boots, declare, spec} from "./arms.js";
import {compared, finding} from "./compared.js";

describe("the unit of a comparison", () => {
  test("is the boot from 4 v 4 boots on: its value is the median of its requests", async () => {
    const {first, rules} = await compared(async (e) => {
      declare(e, spec());
      await boots(e, "ABBAABBA", (_, arm) => (arm === "A" ? 100 : 130));
    });
    expect(first).toMatchObject({
      unit: "boot",
      scope: "across boots",
      n_baseline: 4,
      n_candidate: 4,
      word: "faster",
      needs: 4
    });
    expect(first.ratio).toBeCloseTo(1.3, 6);
    expect(first.p).toBeCloseTo(2 / 70, 12);
    expect(first.samples.baseline).toHaveLength(24);
    expect(rules).not.toContain("few-samples");
    expect(rules).not.toContain("order-confounded");
  });

  test("is the request below that, with a scope, and its words hold in these boots only", async () => {
    const {first, raised} = await compared(async (e) => {
      declare(e, spec());
      await boots(e, "ABBA", (_, arm) => (arm === "A" ? 100 : 130));
    });
    expect(first).toMatchObject({unit: "request", scope: "in these boots", n_baseline: 12, word: "faster"});
    expect(first.reason).toContain("in these boots only");
    expect(raised.find((f) => f.rule === "few-samples")).toMatchObject({severity: "note", comparison_id: "decode"});
  });

  test("the slower arm is slower, and where lower is better the words turn", async () => {
    const build = (change: object) => async (e: Evidence) => {
      declare(e, spec(change));
      await boots(e, "ABBAABBA", (_, arm) => (arm === "A" ? 130 : 100));
    };
    expect((await compared(build({}))).first.word).toBe("slower");
    expect((await compared(build({metric: "tpot_ms", better: "lower"}))).first.word).toBe("slower");
  });
});

describe("drift: a host that slows by 1 % a boot", () => {
  const slowing = (i: number) => 100 * 0.99 ** i;
  test("in order AAAABBBB is told as order-confounded", async () => {
    const {first, raised} = await compared(async (e) => {
      declare(e, spec({order: "AB"}));
      await boots(e, "AAAABBBB", slowing);
    });
    expect(first.word).toBe("slower");
    expect(raised.find((f) => f.rule === "order-confounded")?.detail).toContain("AAAABBBB");
  });
  test("in order AAABBB, too", async () => {
    const {rules} = await compared(async (e) => {
      declare(e, spec({order: "AB"}));
      await boots(e, "AAABBB", slowing);
    });
    expect(rules).toContain("order-confounded");
  });
  test("in order ABBA gives no evidence, and is not confounded", async () => {
    const {first, rules} = await compared(async (e) => {
      declare(e, spec());
      await boots(e, "ABBAABBA", slowing);
    });
    expect(first.word).toBe("no evidence");
    expect(first.reason).toContain("cannot exclude a ratio from");
    expect(rules).not.toContain("order-confounded");
  });
});

describe("what is never compared", () => {
  const one =
    (a: Record<string, unknown>, b: Record<string, unknown>, settings: object[] = [{}, {}]) =>
    async (e: Evidence) => {
      declare(e, spec({varies: ["speculation"]}));
      await boot(e, "a", 1, 100, () => a, settings[0] as Record<string, unknown>);
      await boot(e, "b", 2, 130, () => b, settings[1] as Record<string, unknown>);
    };

  test("values of different bases: both are named, and it stops", async () => {
    const {first, raised} = await compared(one({}, {basis: "e2e-minus-ttfo"}));
    expect(first).toMatchObject({word: "not comparable", ratio: null, lo: null, p: null, p50_ratio: null});
    expect(first.reason).toContain("a has usage-continuous, b has e2e-minus-ttfo");
    expect(raised.find((f) => f.rule === "decode-basis" && f.comparison_id)).toMatchObject({severity: "weakens"});
  });

  test("forced lengths against natural ones", async () => {
    expect((await compared(one({}, {ignore_eos: true}))).first.reason).toContain("forced-length");
  });

  test("different time scales", async () => {
    const {first} = await compared(async (e) => {
      await one({}, {})(e);
      await e.query("update stages set time_scale = 20 where profile = 'b'");
    });
    expect(first.reason).toContain("time scales: 1 and 20");
  });

  test("an arm without values", async () => {
    const {first} = await compared(one({}, {status: "timeout"}));
    expect(first).toMatchObject({word: "not comparable", n_candidate: 0});
    expect(first.reason).toContain("b has no measured decode_tok_s");
  });

  test("a metric that is none of a request", async () => {
    const {first} = await compared(async (e) => {
      declare(e, spec({metric: "decode_tok_s) from requests; --"}));
      await boot(e, "a", 1, 100);
    });
    expect(first.word).toBe("not comparable");
  });

  test("arms that differ beyond what may vary: unmatched-arms names the setting", async () => {
    const allowed = await compared(one({}, {}, [{speculation: "off"}, {speculation: "on"}]));
    expect(allowed.first.word).not.toBe("not comparable");
    expect(allowed.first.differs).toContainEqual({
      setting: "speculation",
      baseline: "off",
      candidate: "on",
      allowed: true
    });
    expect(allowed.rules).not.toContain("unmatched-arms");
    const {first, raised} = await compared(one({}, {}, [{template: "x"}, {template: "y"}]));
    expect(first.word).toBe("not comparable");
    expect(first.reason).toContain("template");
    expect(raised.find((f) => f.rule === "unmatched-arms")).toMatchObject({
      severity: "invalidates",
      comparison_id: "decode"
    });
  });

  test("arms of different cache state, where the metric depends on it", async () => {
    const cached = async (metric: string) =>
      compared(async (e) => {
        declare(e, spec({metric, better: "lower"}));
        await boot(e, "a", 1, 100, () => ({cached_tokens: 0}));
        await boot(e, "b", 2, 100, () => ({cached_tokens: 3000}));
      });
    const {raised} = await cached("ttfo_ms");
    expect(raised.find((f) => f.rule === "unmatched-arms")).toMatchObject({severity: "invalidates"});
    expect((await cached("tpot_ms")).raised.find((f) => f.rule === "unmatched-arms")).toMatchObject({
      severity: "weakens"
    });
  });
});

describe("the figure without suspect rows", () => {
  const build = async (e: Evidence) => {
    declare(e, spec());
    await boot(e, "a", 1, 100);
    await boot(e, "b", 2, 130, (i) => (i === 0 ? {generation_ms: 500} : {}));
  };
  const suspect = "b/02-capacity-4k-c1#0";

  test("drops the same prompt in both arms and stands beside the main figure", async () => {
    const plain = (await compared(build)).first;
    const {first} = await compared(build, [
      finding({rule: "degenerate-output", severity: "weakens", request_ids: [suspect]})
    ]);
    expect(first.ratio).toBe(plain.ratio);
    expect(first.hi).toBe(plain.hi);
    expect(first.excluded_request_ids).toEqual(["a/01-capacity-4k-c1#0", suspect]);
    expect(first.exploratory).toMatchObject({n_baseline: 5, n_candidate: 5});
    expect(first.exploratory?.hi).toBeLessThan(plain.hi ?? 0);
    expect(first.samples.candidate[0]?.excluded).toBe(true);
    expect(first.reason).not.toContain("invalidates");
  });

  test("is what the word uses when a finding invalidates the rows", async () => {
    const everything = Array.from({length: 6}, (_, i) => `b/02-capacity-4k-c1#${i}`);
    const some = await compared(build, [finding({request_ids: [suspect]})]);
    expect(some.first.reason).toContain("without the rows that a finding invalidates");
    const {first} = await compared(build, [finding({request_ids: everything})]);
    expect(first.word).toBe("not comparable");
    expect(first.ratio).not.toBeNull();
  });

  test("ignores findings on other metrics, and weaker ones that only point", async () => {
    const others = [
      finding({metrics: ["effective_prefill_tok_s"], request_ids: [suspect]}),
      finding({rule: "short-generation", severity: "weakens", request_ids: [suspect]})
    ];
    expect((await compared(build, others)).first).toMatchObject({exploratory: null, excluded_request_ids: []});
  });

  test("a finding that invalidates the comparison ends it", async () => {
    const {first} = await compared(build, [finding({rule: "unmatched-arms", comparison_id: "decode"})]);
    expect(first).toMatchObject({word: "not comparable", reason: "unmatched-arms: seen"});
  });
});

describe("the family", () => {
  const two = async (e: Evidence) => {
    declare(e, spec(), spec({comparison_id: "first", metric: "ttfo_ms", better: "lower"}));
    await boots(e, "ABBAABBA", (_, arm) => (arm === "A" ? 100 : 130));
  };
  test("of two primary comparisons needs 5 v 5 boots", async () => {
    const {results} = await compared(two);
    expect(results.map((r) => r.needs)).toEqual([5, 5]);
    expect(results[0]?.word).toBe("too few samples");
    expect(results[0]?.holm_p).toBeCloseTo(2 * (2 / 70), 12);
  });
  test("does not grow by comparisons that are looked at beside it, which pay for all", async () => {
    const {results} = await compared(async (e) => {
      await two(e);
      declare(e, spec(), spec({comparison_id: "beside", metric: "tpot_ms", better: "lower", primary: false}));
    });
    expect(results.map((r) => [r.comparison_id, r.word, r.needs])).toEqual([
      ["decode", "faster", 4],
      ["beside", "too few samples", 5]
    ]);
  });
});
