import type {Policy} from "../../schema/policy.js";
import {POINTS} from "./points.js";
import type {AuditContext, Rule} from "./rule.js";

/**
 * Asks the screens of all rules in one scan of the points, and gives a query for each: what a rule asks of the points is
 * not asked where its screen says that no row can answer. Without any point nothing is screened.
 */
export async function screened(
  {query, campaignId}: Pick<AuditContext, "query" | "campaignId">,
  policy: Policy,
  rules: readonly Rule[]
): Promise<AuditContext["screened"]> {
  const screens = rules.flatMap(({id, screen}) => (screen ? [`${screen(policy)} as "${id}"`] : []));
  const [found] =
    screens.length === 0
      ? []
      : await query<Record<string, boolean | null>>(`${POINTS} select ${screens.join(", ")} from points`, {
          campaign: campaignId
        });
  return (rule, sql, params) => (found?.[rule.id] === false ? Promise.resolve([]) : query(sql, params));
}
