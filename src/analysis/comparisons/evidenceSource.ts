import type {Database} from "../database.js";
import type {LoadedCampaign} from "../readCampaign.js";

/** What comparisons and the audit need of the evidence database: the tables, and a campaign's small records. */
export interface EvidenceSource {
  query: Database["query"];
  campaign(campaignId: string): Pick<LoadedCampaign, "record" | "imported" | "clocks">;
}
