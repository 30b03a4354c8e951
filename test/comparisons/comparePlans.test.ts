import {describe, expect, test} from "vitest";
import {compare} from "../../src/analysis/comparisons/index.js";
import {type Finding} from "../../src/schema/decision.js";
import {CAMPAIGN, evidence, point, policy, rows, type Evidence} from "../audit/evidence.js";
import {boot, boots, declare, spec} from "./arms.js";
import {compared} from "./compared.js";

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
