import type {z} from "zod";
import type {ComparisonResult, Finding, Severity} from "../../schema/decision.js";
import type {Policy} from "../../schema/policy.js";
import type {EvidenceSource} from "../comparisons/index.js";

export type Comparison = z.infer<typeof ComparisonResult>;

/** What a rule may look at: the tables by SQL, the comparisons, and the campaign's small records. */
export interface AuditContext {
  query: EvidenceSource["query"];
  /** Rows of a rule's SELECT over the points, which is left out where the rule's screen finds no row for it. */
  screened<T extends object>(rule: Pick<Rule, "id">, ...asked: Parameters<EvidenceSource["query"]>): Promise<T[]>;
  campaignId: string;
  policy: Policy;
  comparisons: readonly Comparison[];
  campaign: ReturnType<EvidenceSource["campaign"]>;
}

/** What a rule saw; the rule's own severity, why and settle stand where it says nothing else. */
export type Seen = Pick<Finding, "detail"> & Partial<Omit<Finding, "rule" | "detail">>;

export interface RuleResult {
  seen: Seen[];
  /** Where the data to tell is missing, as sentences. */
  cannotTell: string[];
}

/** One rule of the audit (design, 8.3). The catalogue is what the method page prints. */
export interface Rule {
  id: string;
  severity: Severity;
  title: string;
  why: string;
  fires: string;
  settle: string;
  /** An SQL aggregate over `points` that is false only where the screened SELECT gives no row: all screens are one scan. */
  screen?(policy: Policy): string;
  run(context: AuditContext): Promise<RuleResult>;
}

/** What a rule hands back: what it saw, and where it could not tell, both empty when all is well. */
export const told = (seen: Seen[], cannotTell: string[] = []): RuleResult => ({seen, cannotTell});
