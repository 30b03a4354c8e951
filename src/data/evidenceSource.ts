import type {Decision} from "../schema/decision.js";

/** What the pages ask of the analysis about one campaign. */
export interface EvidenceSource {
  campaignId: string;
  /** Folder of the campaign. */
  folder: string;
  /** Plain rows of a database that holds this campaign alone: integers as numbers, times as RFC 3339 text, lists as arrays. */
  query<T extends object = Record<string, unknown>>(sql: string, params?: Record<string, string>): Promise<T[]>;
  /** Throws when a second implementation does not recompute a value. */
  decide(): Promise<Decision>;
}
