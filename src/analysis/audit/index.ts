export {auditReport, type AuditReport, type CannotTell} from "./audit.js";
export {RULES} from "./rules.js";
export type {AuditContext, Rule, RuleResult, Seen} from "./rule.js";
