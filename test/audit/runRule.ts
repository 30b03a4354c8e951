import {compare} from "../../src/analysis/comparisons/index.js";
import {auditReport, RULES, type AuditReport, type Rule} from "../../src/analysis/audit/index.js";
import type {Finding} from "../../src/schema/decision.js";
import {CAMPAIGN, evidence, policy, type Evidence} from "./evidence.js";

/** Findings of one rule over evidence that `build` makes. */
export async function seenBy(rule: string, build: (e: Evidence) => Promise<void> | void): Promise<Finding[]> {
  const only = RULES.filter((r) => r.id === rule);
  if (only.length !== 1) throw new Error(`there is no rule ${rule}`);
  return (await report(build, only)).findings;
}

export async function report(
  build: (e: Evidence) => Promise<void> | void,
  rules: readonly Rule[] = RULES
): Promise<AuditReport> {
  const e = await evidence();
  await build(e);
  return auditReport(e, CAMPAIGN, policy, await compare(e, CAMPAIGN, policy), rules);
}
