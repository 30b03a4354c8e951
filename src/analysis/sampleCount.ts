import type {Database} from "./database.js";
import type {LoadedCampaign} from "./readCampaign.js";

/**
 * Requests behind the decision on a profile: the server's own counter where it was captured (the highest of each boot,
 * summed over boots), else the requests in evidence. Without a profile: all requests of the campaign.
 */
export async function sampleCount(db: Database, loaded: LoadedCampaign, profile: string | null): Promise<number> {
  const counters = new Map<string, number>();
  for (const {record} of loaded.stages) {
    const total = record.server_after?.requests_total;
    if (record.profile !== profile || typeof total !== "number") continue;
    const boot = record.boot_id ?? "one boot";
    counters.set(boot, Math.max(counters.get(boot) ?? 0, total));
  }
  if (counters.size > 0) return [...counters.values()].reduce((sum, n) => sum + n, 0);
  const rows = await db.query<{n: number}>(
    "select count(*) as n from requests where campaign_id = $campaign and ($profile is null or profile = $profile)",
    {campaign: loaded.campaignId, profile}
  );
  return rows[0]?.n ?? 0;
}
