import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, test} from "vitest";
import {main} from "../../loaders/cli.js";
import {auditReport, type AuditReport} from "../../src/analysis/audit/index.js";
import {compare} from "../../src/analysis/comparisons/index.js";
import {openDatabase} from "../../src/analysis/database.js";
import {Finding, type ComparisonResult} from "../../src/schema/decision.js";

const corpus = join(process.cwd(), "../shared/corpus/anvil");
const SEED = "2026-09-02-glm53-sglang-sm120-qualification";
const BAKEOFF = "2026-07-10-blackwell-local-model-bakeoff";
const AGENTS = "2026-07-28-agents-a1-multimodal-qualification";
const FLASH = "2026-08-01-deepseek-v4-flash-0731-nvfp4";
const DUAL = "2026-08-01-dual-pro-tp2-campaign";

interface Audited extends AuditReport {
  first: ComparisonResult[];
  second: ComparisonResult[];
}
const audited = new Map<string, Audited>();
const folder = mkdtempSync(join(tmpdir(), "assay-audit-corpus-"));
const quiet = {
  out: () => undefined,
  talk: () => undefined,
  env: {},
  cwd: process.cwd(),
  now: () => new Date(0),
  interactive: false
};

const of = (campaign: string): Audited => {
  const found = audited.get(campaign);
  if (!found) throw new Error(`${campaign} was not audited`);
  return found;
};
const seen = (campaign: string, rule: string) => of(campaign).findings.filter((f) => f.rule === rule);

interface Timing {
  request_index: number;
  output_tokens: number;
  prompt_tokens: number;
  content_chunks: number;
  decode_tok_s: number;
  effective_prefill_tok_s: number;
}
interface Raw {
  completed: number;
  failed: number;
  requests: number;
  metrics: Record<string, number>;
  request_timings: Timing[];
  serve_flags: Record<string, unknown>;
  context: {
    targets: {
      ttft_ms: number;
      e2e_ms: number;
      usage: {prompt_tokens: number; completion_tokens: number; prompt_tokens_details: {cached_tokens: number}};
    }[];
  };
}
const raw = (campaign: string, file: string) => JSON.parse(readFileSync(join(corpus, campaign, file), "utf8")) as Raw;
/** Nearest rank, written out again: the hand check does not use the code that it checks. */
const p50 = (values: number[]) => [...values].sort((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? NaN;

describe.skipIf(!existsSync(corpus))("the corpus, imported and audited (skipped when it is absent)", () => {
  beforeAll(async () => {
    for (const campaign of readdirSync(corpus).filter((name) => /^\d{4}/.test(name)))
      expect(await main(["import", join(corpus, campaign), "--evidence", folder], quiet), campaign).toBe(0);
    const db = await openDatabase(folder);
    for (const {campaignId, policy} of db.campaigns) {
      const first = await compare(db, campaignId, policy);
      const report = await auditReport(db, campaignId, policy, first);
      const second = await compare(db, campaignId, policy, {findings: report.findings});
      audited.set(campaignId, {...report, first, second});
    }
    db.close();
  }, 300_000);
  afterAll(() => rmSync(folder, {recursive: true, force: true}));

  test("all five campaigns are audited without an error, and every finding has the shape of the schema", () => {
    expect([...audited.keys()].sort()).toEqual([BAKEOFF, AGENTS, FLASH, DUAL, SEED].sort());
    for (const {findings} of audited.values()) for (const f of findings) Finding.parse(f);
  });

  describe("the worked example", () => {
    test("cache-warm on every 4K point, with the cold request named and the file's own gauge as its basis", () => {
      const warm = seen(SEED, "cache-warm");
      expect(warm).toHaveLength(7);
      expect(warm.every((f) => f.stage?.includes("-4k-"))).toBe(true);
      expect(warm.every((f) => f.detail.includes("by the file's own gauge"))).toBe(true);
      const selected = warm.find((f) => f.profile?.includes("240k") && f.request_ids.length === 2);
      expect(selected?.detail).toContain("p50 is 16,545.0 tok/s");
      expect(selected?.detail).toContain("cold request 0 ran at 3,728.6 tok/s");
    });

    test("nominal-prompt at 4K (2,969), 120K (96,278) and 230K (189,627)", () => {
      const details = seen(SEED, "nominal-prompt")
        .map((f) => f.detail)
        .join("\n");
      for (const pair of [
        ["4,096", "2,969"],
        ["120,000", "96,278"],
        ["230,000", "189,627"]
      ])
        expect(details).toContain(`nominal prompt is ${pair[0]} tokens; the measured median is ${pair[1]}`);
    });

    test("few-samples on both comparisons, which need 5 v 5, with their intervals to the last digit", () => {
      const few = seen(SEED, "few-samples").map((f) => f.detail);
      expect(few).toHaveLength(2);
      for (const detail of few)
        for (const words of [
          "3 v 3 requests in one boot an arm",
          "p is 0.10",
          "two comparisons need 5 v 5",
          "coverage of 90 %",
          'scope "in these boots"'
        ])
          expect(detail).toContain(words);
      expect(few.join()).toContain("1.3970668440173595 in [1.1760773460422818, 2.4683705111646383]");
      expect(few.join()).toContain("1.2922860827210174 in [1.250128055738308, 2.3531158125526894]");
    });

    test("the comparisons say too few samples, and the figure without request 0 stands beside", () => {
      for (const c of of(SEED).second) {
        expect(c).toMatchObject({
          word: "too few samples",
          needs: 5,
          unit: "request",
          scope: "in these boots",
          coverage: 0.9
        });
        expect(c.excluded_request_ids).toHaveLength(2);
        expect(c.excluded_request_ids.every((id) => id.endsWith("#0"))).toBe(true);
        expect(c.exploratory).toMatchObject({n_baseline: 2, n_candidate: 2});
      }
      const at4k = of(SEED).second.find((c) => c.nominal_prompt_tokens === 4096);
      expect(at4k).toMatchObject({ratio: 1.3970668440173595, lo: 1.1760773460422818, hi: 2.4683705111646383});
      const rest = (file: string) =>
        raw(SEED, file)
          .request_timings.slice(1)
          .map((t) => t.decode_tok_s);
      const [b, a] = [rest("nospec-131k-capacity-c1-4k-r3.json"), rest("adaptive-131k-capacity-c1-4k-r3.json")];
      const ratios = a.flatMap((x) => b.map((y) => x / y)).sort((x, y) => x - y);
      expect(at4k?.exploratory?.ratio).toBeCloseTo(Math.sqrt((ratios[1] ?? NaN) * (ratios[2] ?? NaN)), 9);
    });

    test("output-mismatch: 35 to 53 against 35 to 256, and 38 to 62 against 43 to 256", () => {
      const details = seen(SEED, "output-mismatch")
        .map((f) => f.detail)
        .join("\n");
      expect(details).toContain("35 to 53 tokens long, the candidate's 35 to 256");
      expect(details).toContain("38 to 62 tokens long, the candidate's 43 to 256");
    });

    test("degenerate-output is suspected on request 0 of both adaptive points and on no baseline request", () => {
      const suspected = seen(SEED, "degenerate-output");
      expect(suspected.map((f) => f.request_ids)).toEqual([
        [expect.stringMatching(/adaptive-mtp\/.*4k.*#0$/)],
        [expect.stringMatching(/adaptive-mtp\/.*120k.*#0$/)]
      ]);
      expect(suspected[0]?.detail).toContain("5.02 tokens a chunk");
      expect(suspected[1]?.detail).toContain("4.83 tokens a chunk");
    });

    test("order-confounded, decode-basis, collapsed-point, restoration-partial, uncounted-requests and weak-grader", () => {
      expect(seen(SEED, "order-confounded")).toHaveLength(2);
      expect(seen(SEED, "decode-basis").every((f) => f.detail.includes("e2e-minus-ttfo"))).toBe(true);
      expect(seen(SEED, "collapsed-point").map((f) => f.detail)).toEqual([
        expect.stringMatching(/120,000 tokens, C4: 0.35 tok\/s/)
      ]);
      const restoration = seen(SEED, "restoration-partial")[0]?.detail ?? "";
      for (const field of ["container id", "loopback binding", "router state"]) expect(restoration).toContain(field);
      expect(seen(SEED, "uncounted-requests")[0]?.detail).toContain("counted 160 requests; the evidence holds 136");
      expect(
        seen(SEED, "weak-grader")
          .map((f) => f.profile)
          .join()
      ).toContain("240k");
      expect(seen(SEED, "short-generation").length).toBeGreaterThan(0);
    });

    test("arm-not-qualified and check-disagrees: the no-speculation preflight passed smoke with thoughts in content", () => {
      const disagrees = seen(SEED, "check-disagrees");
      expect(disagrees).toHaveLength(1);
      expect(disagrees[0]?.profile).toContain("nospec");
      expect(disagrees[0]?.detail).toMatch(/smoke.* passed all the same with thoughts in the content/);
      expect(seen(SEED, "arm-not-qualified").map((f) => f.profile)).toEqual([
        expect.stringContaining("nospec"),
        expect.stringContaining("nospec")
      ]);
    });

    test("missing-evidence names the files of the manifest that the folder lacks", () => {
      const named = seen(SEED, "missing-evidence").find((f) => f.detail.startsWith("artifact-manifest.json"));
      for (const file of ["friction-log.md", "safe393k-preflight-all-low.json", "source-registry.json"]) {
        expect(named?.detail).toContain(file);
        expect(existsSync(join(corpus, SEED, file))).toBe(false);
      }
    });

    test("does not list tokens-not-usage, survivors-only or summary-mismatch", () => {
      for (const rule of ["tokens-not-usage", "survivors-only", "summary-mismatch"])
        expect(seen(SEED, rule)).toEqual([]);
    });
  });

  describe("ten findings of the other campaigns, proved from the raw files", () => {
    const finding = (campaign: string, rule: string, place: string) => {
      const found = seen(campaign, rule).find((f) => `${f.profile}/${f.stage}` === place);
      if (!found) throw new Error(`no ${rule} at ${place}`);
      return found;
    };

    test("1: cache-warm, a lone context request had 17,508 of 59,053 tokens cached", () => {
      const {usage} = raw(BAKEOFF, "candidate-qwen35-35b-llamacpp-q4km-64k-context.bakeoff.json").context
        .targets[0] as Raw["context"]["targets"][0];
      expect([usage.prompt_tokens_details.cached_tokens, usage.prompt_tokens]).toEqual([17508, 59053]);
      expect(finding(BAKEOFF, "cache-warm", "qwen35-35b-a3b-q4km-gguf/04-context-32k").detail).toContain("29.6 %");
    });

    test("2: implausible, 64 tokens in less than a microsecond after the first", () => {
      const target = raw(BAKEOFF, "candidate-gemma4-e4b-llamacpp-udq4kxl-64k.bakeoff.json").context
        .targets[0] as Raw["context"]["targets"][0];
      expect(target.usage.completion_tokens).toBe(64);
      expect(target.e2e_ms - target.ttft_ms).toBeLessThan(0.001);
      expect(finding(BAKEOFF, "implausible", "gemma4-e4b-q4-gguf/02-context-32k").detail).toContain("in one piece");
    });

    test("3: nominal-prompt, 32,768 asked for and 59,053 measured", () => {
      const target = raw(BAKEOFF, "candidate-qwen35-35b-llamacpp-q4km-64k-context.bakeoff.json").context
        .targets[0] as Raw["context"]["targets"][0];
      expect(target.usage.prompt_tokens).toBe(59053);
      expect(finding(BAKEOFF, "nominal-prompt", "qwen35-35b-a3b-q4km-gguf/04-context-32k").detail).toContain(
        "32,768 tokens; the measured median is 59,053"
      );
    });

    test("4: collapsed-point, sixteen streams decode at a tenth of one", () => {
      const slow = p50(raw(AGENTS, "fp8-moe-ab-tuned-v3-primary-r1.json").request_timings.map((t) => t.decode_tok_s));
      const best = p50(raw(AGENTS, "fp8-moe-ab-tuned-v3-protected-r1.json").request_timings.map((t) => t.decode_tok_s));
      expect(slow / best).toBeLessThan(0.1);
      const {detail} = finding(AGENTS, "collapsed-point", "agents-a1-fp8-text/17-capacity-8k-c16");
      expect(detail).toContain(`${slow.toFixed(2)} tok/s`);
      expect(detail).toContain(`best (${best.toFixed(2)}`);
    });

    test("5: short-generation, 12 of 32 answers below 64 tokens", () => {
      const tokens = raw(AGENTS, "fp8-moe-ab-tuned-v3-primary-r1.json").request_timings.map((t) => t.output_tokens);
      const short = tokens.filter((n) => n < 64);
      expect([tokens.length, short.length, Math.min(...short), Math.max(...short)]).toEqual([32, 12, 37, 62]);
      expect(finding(AGENTS, "short-generation", "agents-a1-fp8-text/17-capacity-8k-c16").detail).toContain(
        "12 of 32 requests generated fewer than 64 tokens (37 to 62)"
      );
    });

    test("6: cache-warm, a gauge of 63.4 % with the cold request at 3,573.9 tok/s", () => {
      const file =
        seen(FLASH, "cache-warm").find((f) => f.stage === "06-capacity-4k-c1" && f.profile?.includes("dspark5"))
          ?.files[0] ?? "";
      const doc = raw(FLASH, file.replace("imported/", ""));
      expect(doc.metrics["prefix_cache_hit_avg"]).toBeCloseTo(0.634, 3);
      const rates = doc.request_timings.map((t) => t.effective_prefill_tok_s);
      expect(Math.min(...rates)).toBeLessThan(p50(rates) / 2);
      const {detail} = finding(
        FLASH,
        "cache-warm",
        "deepseek-v4-flash-0731-r16-b12x-dspark5-tp2-128k/06-capacity-4k-c1"
      );
      expect(detail).toContain(`cold request ${rates.indexOf(Math.min(...rates))} ran at 3,573.9 tok/s`);
    });

    test("7: survivors-only, 9 of 12", () => {
      const doc = raw(FLASH, "capacity-low-32k-c1-r2.json");
      expect([doc.completed, doc.failed, doc.requests]).toEqual([9, 3, 12]);
      expect(
        finding(FLASH, "survivors-only", "deepseek-v4-flash-0731-nvfp4-tp2-w4a16/09-capacity-26k-c1").detail
      ).toContain("9 of 12");
    });

    test("8: survivors-only, 1 of 12", () => {
      const doc = raw(DUAL, "deepseek-v4-flash-0731-capacity-32k-c1.json");
      expect([doc.completed, doc.failed]).toEqual([1, 11]);
      expect(finding(DUAL, "survivors-only", "deepseek-v4-flash-0731-tp2/07-capacity-32k-c1").detail).toContain(
        "1 of 12"
      );
    });

    test("9: short-generation, 3 of 4 answers at 240K", () => {
      const tokens = raw(DUAL, "laguna-s-21-capacity-240k-c1.json").request_timings.map((t) => t.output_tokens);
      expect(tokens.filter((n) => n < 64)).toHaveLength(3);
      expect(finding(DUAL, "short-generation", "laguna-s-2.1-nvfp4-tp2/06-capacity-240k-c1").detail).toContain(
        "3 of 4 requests generated fewer than 64 tokens (39 to 54)"
      );
    });

    test("10: decode-basis, rates from the first content where reasoning came before: ten times the later, honest ones", () => {
      const before = raw(DUAL, "deepseek-v4-flash-0731-capacity-32k-c1-max512.json");
      const after = raw(DUAL, "deepseek-v4-flash-0731-capacity-32k-c1-reasoning-v4.json");
      expect(p50(before.request_timings.map((t) => t.decode_tok_s))).toBeGreaterThan(100);
      expect(p50(after.request_timings.map((t) => t.decode_tok_s))).toBeLessThan(12);
      const found = seen(DUAL, "decode-basis").find(
        (f) => f.profile === "deepseek-v4-flash-0731-tp2" && f.severity === "weakens"
      );
      expect(found?.detail).toContain("counted without their time");
    });
  });
});
