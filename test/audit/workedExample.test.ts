import {existsSync} from "node:fs";
import {join} from "node:path";
import {describe, expect, test} from "vitest";
import {Finding} from "../../src/schema/decision.js";
import {corpus, raw, auditBefore, hasCorpus} from "./corpusAudit.js";

const SEED = "2026-09-02-glm53-sglang-sm120-qualification";

describe.skipIf(!hasCorpus)(
  "the worked example of the corpus, imported and audited (skipped when it is absent)",
  () => {
    const {audited, of, seen} = auditBefore([SEED]);

    test("it is audited without an error, and every finding has the shape of the schema", () => {
      expect([...audited.keys()].sort()).toEqual([SEED].sort());
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
  }
);
