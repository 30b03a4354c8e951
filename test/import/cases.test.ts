import {readdirSync, existsSync} from "node:fs";
import {readFile, readdir} from "node:fs/promises";
import {join} from "node:path";
import {describe, expect, it} from "vitest";
import {z} from "zod";
import {importEvidence} from "../../loaders/import/importEvidence.js";
import {requestMetrics} from "../../src/metrics/index.js";
import {effects, reportedOf, requestsOf, scratch, SHARED} from "./support.js";

const Expected = z.object({
  format: z.string(),
  reported: z.array(
    z.object({metric: z.string(), statistic: z.string(), value: z.number(), basis: z.string().nullable()})
  ),
  requests: z
    .object({
      count: z.number(),
      failed: z.number().optional(),
      ttft_ms: z.array(z.number().nullable()),
      output_tokens: z.array(z.number()).optional(),
      prompt_tokens: z.array(z.number()).optional()
    })
    .optional(),
  derived_tpot_ms: z.number().optional(),
  failed: z.number().optional(),
  must_not_contain: z.string().optional()
});

const folder = join(SHARED, "cases/import");
const cases = existsSync(folder) ? readdirSync(folder).filter((n) => n.endsWith(".expect.json")) : [];

describe.skipIf(cases.length === 0)("the shared import cases", () => {
  for (const name of cases)
    it(`${name}: format, claims with their basis, and requests are as expected`, async () => {
      const expected = Expected.parse(JSON.parse(await readFile(join(folder, name), "utf8")));
      const stem = name.replace(".expect.json", "");
      const file = ["json", "jsonl"].map((e) => join(folder, `${stem}.${e}`)).find(existsSync) ?? "";
      const evidence = await scratch();
      const result = await importEvidence([file], {evidence, campaign: "2026-01-02-case"}, effects);
      const at = join(evidence, "2026-01-02-case");
      expect(result.files[0]?.format).toBe(expected.format);
      const rows = await reportedOf(at);
      for (const claim of expected.reported) {
        const found = rows.filter((r) => r.metric === claim.metric && r.statistic === claim.statistic);
        expect(found.map((r) => r.basis)).toEqual([claim.basis]);
        expect(found[0]?.value).toBeCloseTo(claim.value, 9);
      }
      const requests = await requestsOf(result, at);
      if (expected.requests) {
        expect(requests).toHaveLength(expected.requests.count);
        const values = requests.map((r) => r.ttft_ms);
        expected.requests.ttft_ms.forEach((v, i) =>
          v === null ? expect(values[i]).toBeNull() : expect(values[i]).toBeCloseTo(v, 9)
        );
        const {output_tokens, prompt_tokens} = expected.requests;
        if (output_tokens) expect(requests.map((r) => r.output_tokens)).toEqual(output_tokens);
        if (prompt_tokens) expect(requests.map((r) => r.prompt_tokens)).toEqual(prompt_tokens);
      }
      if (expected.failed !== undefined)
        expect(requests.filter((r) => r.status !== "ok")).toHaveLength(expected.failed);
      if (expected.derived_tpot_ms !== undefined)
        for (const r of requests) expect(requestMetrics(r).tpot_ms).toBeCloseTo(expected.derived_tpot_ms, 9);
      if (expected.must_not_contain !== undefined) await expectAbsent(at, expected.must_not_contain);
    });
});

async function expectAbsent(at: string, secret: string): Promise<void> {
  const names = await readdir(at, {recursive: true, withFileTypes: true});
  for (const entry of names.filter((n) => n.isFile()))
    expect(await readFile(join(entry.parentPath, entry.name), "utf8")).not.toContain(secret);
}
