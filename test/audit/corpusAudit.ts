/** The shared corpus, imported and audited: other people's campaigns, absent in a plain checkout. */
import {existsSync, mkdtempSync, readFileSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, expect} from "vitest";
import {main} from "../../loaders/cli.js";
import {auditReport, type AuditReport} from "../../src/analysis/audit/index.js";
import {compare} from "../../src/analysis/comparisons/index.js";
import {openDatabase} from "../../src/analysis/database.js";
import type {ComparisonResult} from "../../src/schema/decision.js";

export const corpus = join(process.cwd(), "../shared/corpus/anvil");
export const hasCorpus = existsSync(corpus);

export interface Audited extends AuditReport {
  first: ComparisonResult[];
  second: ComparisonResult[];
}
const quiet = {
  out: () => undefined,
  talk: () => undefined,
  env: {},
  cwd: process.cwd(),
  now: () => new Date(0),
  interactive: false
};

/** Imports and audits these campaigns before the tests of a file, and removes them after. */
export function auditBefore(campaigns: readonly string[]) {
  const audited = new Map<string, Audited>();
  const folder = mkdtempSync(join(tmpdir(), "assay-audit-corpus-"));
  beforeAll(async () => {
    for (const campaign of campaigns)
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
  const of = (campaign: string): Audited => {
    const found = audited.get(campaign);
    if (!found) throw new Error(`${campaign} was not audited`);
    return found;
  };
  return {audited, of, seen: (campaign: string, rule: string) => of(campaign).findings.filter((f) => f.rule === rule)};
}

interface Timing {
  request_index: number;
  output_tokens: number;
  prompt_tokens: number;
  content_chunks: number;
  decode_tok_s: number;
  effective_prefill_tok_s: number;
}
export interface Raw {
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
export const raw = (campaign: string, file: string) =>
  JSON.parse(readFileSync(join(corpus, campaign, file), "utf8")) as Raw;
/** Nearest rank, written out again: the hand check does not use the code that it checks. */
export const p50 = (values: number[]) => [...values].sort((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? NaN;
