import {auditReport, RULES} from "../../src/analysis/audit/index.js";
import {compare} from "../../src/analysis/comparisons/index.js";
import {ComparisonResult, type Finding} from "../../src/schema/decision.js";
import {CAMPAIGN, evidence, policy, type Evidence} from "../audit/evidence.js";

/** The rules that look at comparisons. */
export const ABOUT_ARMS = RULES.filter((r) =>
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

export async function compared(build: (e: Evidence) => Promise<void>, findings: Finding[] = []) {
  const e = await evidence();
  await build(e);
  const results = await compare(e, CAMPAIGN, policy, {findings});
  const {findings: raised} = await auditReport(e, CAMPAIGN, policy, results, ABOUT_ARMS);
  const first = results[0];
  if (!first) throw new Error("no comparison was made");
  return {first: ComparisonResult.parse(first), results, raised, rules: raised.map((f) => f.rule)};
}

export const finding = (change: Partial<Finding>): Finding => ({
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
