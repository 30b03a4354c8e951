import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {describe, expect, it} from "vitest";
import {z} from "zod";
import {requestMetrics} from "../../src/metrics/index.js";
import {percentile} from "../../src/metrics/percentile.js";
import {buildRequest} from "../../loaders/import/buildRequest.js";
import {CORPORA, CORPUS, hasCorpus, mapPath} from "./support.js";

const KINDS: Record<string, Record<string, number>> = {
  "2026-07-10-blackwell-local-model-bakeoff": {
    quality: 16,
    capacity: 8,
    "comparison claim": 2,
    environment: 1,
    "failure record": 1,
    recommendations: 1,
    "source registry": 1
  },
  "2026-07-28-agents-a1-multimodal-qualification": {
    capacity: 43,
    preflight: 20,
    quality: 6,
    "cache inventory": 4,
    "thinking control": 4,
    multimodal: 3,
    "live state": 2,
    "router evidence": 2,
    "comparison claim": 1,
    "friction log": 1,
    "source registry": 1,
    "not a format that Assay knows": 1
  },
  "2026-08-01-deepseek-v4-flash-0731-nvfp4": {
    capacity: 21,
    preflight: 14,
    quality: 7,
    "thinking control": 4,
    "hardware snapshot": 3,
    "comparison claim": 2,
    "evaluation suite": 2,
    "source registry": 2,
    "speculation snapshot": 2,
    "cache inventory": 1
  },
  "2026-08-01-dual-pro-tp2-campaign": {
    capacity: 16,
    preflight: 12,
    quality: 5,
    "thinking control": 5,
    "failure record": 1,
    "live state": 1,
    "source registry": 1
  },
  "2026-09-02-glm53-sglang-sm120-qualification": {
    capacity: 12,
    "live state": 3,
    preflight: 3,
    quality: 2,
    "thinking control": 2,
    "artifact manifest": 1,
    "decision summary": 1,
    identity: 1,
    "image metadata": 1,
    multimodal: 1,
    reserve: 1,
    "reserve waiver": 1,
    "restoration claim": 1,
    "run plan": 1,
    "workload manifest": 1
  }
};

/** The file's own summary, by the metric of this project it claims. */
const OWN = {
  ttfo_ms: "time_to_first_output_pNN_ms",
  ttft_ms: "ttft_pNN_ms",
  e2e_ms: "e2e_pNN_ms",
  generation_ms: "generation_pNN_ms",
  decode_tok_s: "decode_tok_s_pNN",
  tpot_ms: "mean_inter_token_latency_ms_pNN",
  effective_prefill_tok_s: "effective_prefill_tok_s_pNN",
  prompt_tokens: "prompt_tokens_pNN"
} as const;

const Summary = z.looseObject({metrics: z.record(z.string(), z.unknown())});

describe.skipIf(!hasCorpus)("the five corpora", () => {
  for (const name of CORPORA)
    it(`${name}: every file is mapped or listed with its reason, and the kinds are counted`, async () => {
      const opened = await mapPath(join(CORPUS, name));
      const counts: Record<string, number> = {};
      for (const {file} of opened) {
        expect(file.mapped !== null || (file.reason ?? "") !== "").toBe(true);
        expect(file.mapped?.problems ?? []).toEqual([]);
        const kind = file.mapped ? (file.kind ?? "") : (file.reason ?? "");
        counts[kind] = (counts[kind] ?? 0) + 1;
      }
      expect(counts).toEqual(KINDS[name]);
    });

  it("recomputes p50 and p95 (nearest rank) of every metric of every capacity file with request timings, to 1e-9", async () => {
    let files = 0;
    let figures = 0;
    for (const name of CORPORA)
      for (const {file, source} of await mapPath(join(CORPUS, name))) {
        const stage = file.mapped?.stages[0];
        if (file.kind !== "capacity" || !stage || stage.requests.length === 0) continue;
        files++;
        const own = Summary.parse(JSON.parse(await readFile(source.path, "utf8"))).metrics;
        const rows = stage.requests
          .map((r, i) => buildRequest(r, i, stage, "p", "01-s"))
          .filter((r) => r.status === "ok")
          .map((r) => ({...r, ...requestMetrics(r)}));
        for (const [metric, key] of Object.entries(OWN))
          for (const p of [50, 95]) {
            const claimed = own[key.replace("NN", String(p))];
            if (typeof claimed !== "number") continue;
            const values = rows.map((r) => r[metric as keyof typeof OWN]).filter((v) => v !== null);
            const ours = percentile(values, p);
            expect(Math.abs((ours ?? NaN) - claimed), `${source.name} ${metric} p${p}`).toBeLessThanOrEqual(
              1e-9 * claimed
            );
            figures++;
          }
      }
    expect({files, figures}).toEqual({files: 61, figures: 928});
  });

  it("takes no measurement from a metrics block or a summary: zeroing them changes no request, check, attempt or reading", async () => {
    const folder = join(CORPUS, "2026-09-02-glm53-sglang-sm120-qualification");
    const {parseForeign} = await import("../../loaders/import/parseForeign.js");
    const {detect} = await import("../../loaders/import/detect.js");
    for (const {file, source} of await mapPath(folder)) {
      const document = JSON.parse(await readFile(source.path, "utf8")) as Record<string, unknown>;
      if (typeof document["metrics"] !== "object" || document["metrics"] === null) continue;
      const zeroed = {
        ...document,
        metrics: Object.fromEntries(
          Object.entries(document["metrics"]).map(([k, v]) => [k, typeof v === "number" ? 0 : v])
        )
      };
      const {records} = parseForeign(JSON.stringify(zeroed));
      const again = detect(records)?.map({name: source.name, records, siblings: new Map(), enduranceRequests: 60});
      const measured = (m: typeof again) =>
        m?.stages.map(({requests, checks, attempts, reserve, wallS}) => ({requests, checks, attempts, reserve, wallS}));
      expect(measured(again)).toEqual(measured(file.mapped ?? undefined));
    }
  });
});
