import type {Decision} from "../schema/decision.js";

/** What the pages ask of the analysis: one database over all campaigns, and the decision of each. */
export interface EvidenceSource {
  /** Folder that holds the campaigns' folders. */
  evidenceDir: string;
  campaigns: string[];
  /** Plain rows: integers as numbers, times as RFC 3339 text, lists as arrays. */
  query<T extends object = Record<string, unknown>>(sql: string, params?: Record<string, string>): Promise<T[]>;
  decide(campaignId: string): Promise<Decision>;
  /** The views, in an order in which each finds those it reads. */
  views: {name: string; sql: string}[];
}
