import type {Finding} from "../../schema/decision.js";
import type {Policy} from "../../schema/policy.js";
import type {EvidenceSource} from "../comparisons/index.js";
import type {AuditContext, Comparison, Rule, Seen} from "./rule.js";
import {RULES} from "./rules.js";
import {screened} from "./screen.js";

export interface CannotTell {
  rule: string;
  title: string;
  reason: string;
}

export interface AuditReport {
  findings: Finding[];
  /** Rules that could not judge, and why: missing data is said, never taken for a good sign. */
  cannot_tell: CannotTell[];
}

/** Findings, and what the rules could not tell. Rules run one after another: each is a scan or two. */
export async function auditReport(
  db: EvidenceSource,
  campaignId: string,
  policy: Policy,
  comparisons: readonly Comparison[],
  rules: readonly Rule[] = RULES
): Promise<AuditReport> {
  const query: AuditContext["query"] = (sql, params) => db.query(sql, params);
  const context: AuditContext = {
    query,
    screened: await screened({query, campaignId}, policy, rules),
    campaignId,
    policy,
    comparisons,
    campaign: db.campaign(campaignId)
  };
  const report: AuditReport = {findings: [], cannot_tell: []};
  for (const rule of rules) {
    const {seen, cannotTell} = await rule.run(context);
    report.findings.push(...seen.map((s) => finding(rule, s)));
    report.cannot_tell.push(...cannotTell.map((reason) => ({rule: rule.id, title: rule.title, reason})));
  }
  const weight = {invalidates: 0, weakens: 1, note: 2};
  report.findings.sort((a, b) => weight[a.severity] - weight[b.severity]);
  return report;
}

function finding(rule: Rule, seen: Seen): Finding {
  return {
    rule: rule.id,
    severity: seen.severity ?? rule.severity,
    profile: seen.profile ?? null,
    stage: seen.stage ?? null,
    detail: seen.detail,
    why: seen.why ?? rule.why,
    settle: seen.settle ?? rule.settle,
    metrics: seen.metrics ?? [],
    comparison_id: seen.comparison_id ?? null,
    request_ids: seen.request_ids ?? [],
    // DuckDB's lists of distinct values come in any order; two builds must not differ by that.
    files: [...new Set((seen.files ?? []).filter((f) => f !== null))].sort()
  };
}
