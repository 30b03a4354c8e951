import {describe, expect, test} from "vitest";
import {Finding} from "../../src/schema/decision.js";
import {p50, raw, auditBefore, hasCorpus, type Raw} from "./corpusAudit.js";

const BAKEOFF = "2026-07-10-blackwell-local-model-bakeoff";
const AGENTS = "2026-07-28-agents-a1-multimodal-qualification";
const FLASH = "2026-08-01-deepseek-v4-flash-0731-nvfp4";
const DUAL = "2026-08-01-dual-pro-tp2-campaign";

describe.skipIf(!hasCorpus)(
  "the other four campaigns of the corpus, imported and audited (skipped when it is absent)",
  () => {
    const {audited, seen} = auditBefore([BAKEOFF, AGENTS, FLASH, DUAL]);

    test("it is audited without an error, and every finding has the shape of the schema", () => {
      expect([...audited.keys()].sort()).toEqual([BAKEOFF, AGENTS, FLASH, DUAL].sort());
      for (const {findings} of audited.values()) for (const f of findings) Finding.parse(f);
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
        const best = p50(
          raw(AGENTS, "fp8-moe-ab-tuned-v3-protected-r1.json").request_timings.map((t) => t.decode_tok_s)
        );
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
  }
);
