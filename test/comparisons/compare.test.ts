import {describe, expect, test} from "vitest";
import {auditReport, RULES} from "../../src/analysis/audit/index.js";
import {compare} from "../../src/analysis/comparisons/index.js";
import {ComparisonResult, type Finding} from "../../src/schema/decision.js";
import {CAMPAIGN, evidence, point, policy, rows, type Evidence} from "../audit/evidence.js";
import {boot, boots, declare, spec} from "./arms.js";

/** The rules that look at comparisons. */
const ABOUT_ARMS = RULES.filter((r) =>
  [
    "few-samples",
    "output-mismatch",
    "decode-basis",
    "unmatched-arms",
    "order-confounded",
    "arm-not-qualified",
    "clock-throttled"
  ].includes(r.id)
);

async function compared(build: (e: Evidence) => Promise<void>, findings: Finding[] = []) {
  const e = await evidence();
  await build(e);
  const results = await compare(e, CAMPAIGN, policy, {findings});
  const {findings: raised} = await auditReport(e, CAMPAIGN, policy, results, ABOUT_ARMS);
  const first = results[0];
  if (!first) throw new Error("no comparison was made");
  return {first: ComparisonResult.parse(first), results, raised, rules: raised.map((f) => f.rule)};
}

const finding = (change: Partial<Finding>): Finding => ({
  rule: "implausible",
  severity: "invalidates",
  profile: null,
  stage: null,
  detail: "seen",
  why: "",
  settle: "",
  metrics: ["decode_tok_s"],
  comparison_id: null,
  request_ids: [],
  files: [],
  ...change
});

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

describe("an A/A run", () => {
  const aa = (own: (i: number) => number, factor: number) => async (e: Evidence) => {
    declare(e, spec({aa: "a"}));
    await boots(e, "ABBAABBA", (i, arm) => (arm === "A" ? own(i) : 100 * factor));
  };
  test("sets the floor that a difference must clear", async () => {
    const noisy = aa((i) => [96, 0, 0, 103, 98, 0, 0, 101][i] ?? 100, 1.05);
    const {first} = await compared(noisy);
    expect(first.floor).toBeGreaterThan(1.03);
    expect(first.word).toBe("no evidence");
    expect(first.reason).toContain("an A/A run differs by up to");
    expect((await compared(aa((i) => 100 + 0.1 * i, 1.3))).first.word).toBe("faster");
  });
  test("that says faster or slower itself makes every comparison inconclusive", async () => {
    const {first} = await compared(async (e) => {
      declare(e, spec({aa: "a"}));
      // The baseline's boots alternate between two speeds: dealt in turn, its halves differ.
      for (let i = 0; i < 8; i++) await boot(e, "a", i + 1, i % 2 ? 100 + i : 150 + i);
      for (let i = 8; i < 12; i++) await boot(e, "b", i + 1, 300);
    });
    expect(first.word).toBe("inconclusive");
    expect(first.reason).toContain("the host moved");
  });
  test("with fewer than 2 v 2 boots gives no floor, and says so", async () => {
    const {first} = await compared(async (e) => {
      declare(e, spec({aa: "a"}));
      await boot(e, "a", 1, 100);
      await boot(e, "b", 2, 130);
    });
    expect(first.floor).toBeNull();
    expect(first.reason).toContain("fewer than 2 v 2 boots");
  });
});

describe("protected metrics", () => {
  const protecting = (loss: number, slower: number) => async (e: Evidence) => {
    declare(
      e,
      spec({
        protected: [
          {metric: "ttfo_ms", loss},
          {metric: "accept_length", loss}
        ]
      })
    );
    for (const [i, letter] of [..."ABBAABBA"].entries())
      await boot(e, letter.toLowerCase(), i + 1, letter === "A" ? 100 : 130, (k) =>
        letter === "A" ? {} : {ttfo_ms: (400 + k) * slower, ttft_ms: (400 + k) * slower}
      );
  };
  test("hold, are worse, or cannot be told", async () => {
    expect((await compared(protecting(0.05, 1))).first.protected[0]).toMatchObject({metric: "ttfo_ms", word: "holds"});
    expect((await compared(protecting(0.05, 1.2))).first.protected[0]).toMatchObject({word: "worse"});
    expect((await compared(protecting(0.05, 1))).first.protected[1]).toMatchObject({word: "cannot tell", lo: null});
  });
});

describe("the same prompts in both arms", () => {
  test("give the paired ratio with its exact signed-rank interval", async () => {
    const {first} = await compared(async (e) => {
      declare(e, spec());
      await boots(e, "AB", (_, arm) => (arm === "A" ? 100 : 130));
    });
    expect(first.paired).toMatchObject({n: 6});
    expect(first.paired?.ratio).toBeCloseTo(1.3, 6);
    expect(first.paired?.coverage).toBeCloseTo(1 - 2 / 64, 12);
  });
});

describe("an import without a plan", () => {
  const imported = (change: object) => async (e: Evidence) => {
    e.record = {...e.record, origin: "imported"};
    const at = (profile: string, hour: string, settings: object) =>
      point(e, rows(3), {
        profile,
        stage: `01-${hour}`,
        startedAt: `2026-01-02T${hour}:00:00Z`,
        settings: settings as Record<string, unknown>
      });
    await at("adaptive", "11", {"serve_flags.mode": "low", ...change});
    await at("nospec", "10", {"serve_flags.mode": "low"});
  };
  test("compares profiles that agree in all but the name; the earlier is the baseline", async () => {
    const {first, results} = await compared(imported({}));
    expect(results).toHaveLength(1);
    expect(first).toMatchObject({baseline: "nospec", candidate: "adaptive", metric: "decode_tok_s", primary: true});
  });
  test("and none that differ in a serve flag or the tokens asked for", async () => {
    const e = await evidence();
    await imported({"serve_flags.mode": "high"})(e);
    expect(await compare(e, CAMPAIGN, policy)).toEqual([]);
  });
  test("a captured campaign compares only what its plan declares", async () => {
    const e = await evidence();
    await imported({})(e);
    e.record = {...e.record, origin: "captured"};
    expect(await compare(e, CAMPAIGN, policy)).toEqual([]);
  });
});

describe("arms and their audit", () => {
  test("output-mismatch when the answers' lengths differ, arm-not-qualified when a check failed", async () => {
    const {raised, rules} = await compared(async (e) => {
      declare(e, spec());
      await boot(e, "a", 1, 100, () => ({output_tokens: 70}));
      await boot(e, "b", 2, 100);
      await e.insert("checks", [
        {
          profile: "a",
          stage: "00-preflight",
          check_id: "json",
          verdict: "fail",
          reason: "",
          request_ids: [],
          file: "a.json"
        }
      ]);
    });
    expect(raised.find((f) => f.rule === "output-mismatch")?.detail).toContain(
      "70 to 70 tokens long, the candidate's 256 to 256"
    );
    expect(raised.find((f) => f.rule === "arm-not-qualified")).toMatchObject({profile: "a", comparison_id: "decode"});
    const clean = await compared(async (e) => {
      declare(e, spec());
      await boots(e, "AB", () => 100);
    });
    expect(rules).toContain("output-mismatch");
    expect(clean.rules).not.toContain("output-mismatch");
    expect(clean.rules).not.toContain("arm-not-qualified");
  });

  test("a power cap invalidates only where the arms' clocks differ by 3 %", async () => {
    const capped = (clock: number) => async (e: Evidence) => {
      declare(e, spec());
      await boots(e, "AB", () => 100);
      const sample = (profile: string, stage: string, sm_clock_mhz: number) =>
        Array.from({length: 20}, () => ({
          profile,
          stage,
          gpu: "g",
          utilisation_pct: 90,
          sm_clock_mhz,
          throttle_bits: 4
        }));
      await e.insert("gpu_samples", [
        ...sample("a", "01-capacity-4k-c1", 2000),
        ...sample("b", "02-capacity-4k-c1", clock)
      ]);
    };
    const severe = (found: Finding[]) =>
      found.filter((f) => f.rule === "clock-throttled" && f.severity === "invalidates");
    expect(severe((await compared(capped(2100))).raised)).toHaveLength(1);
    expect(severe((await compared(capped(2020))).raised)).toHaveLength(0);
  });
});
