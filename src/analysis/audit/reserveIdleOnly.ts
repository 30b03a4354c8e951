import {told, type Rule} from "./rule.js";
import {num} from "./say.js";

interface Reading {
  profile: string;
  cards: number;
  least_idle: number;
  files: string[];
}

const SQL = `select profile, count(distinct gpu)::bigint as cards, min(idle_mib) as least_idle, list(distinct file) as files
from reserve_readings where campaign_id = $campaign
group by profile having count(idle_mib) > 0 and count(after_mib) = 0 order by profile`;

export const reserveIdleOnly: Rule = {
  id: "reserve-idle-only",
  severity: "weakens",
  title: "Free memory is known only before the workload",
  why: "Servers allocate under load (graphs, workspaces, fragments) and keep it: the reserve that counts is the one after the work.",
  fires: "a profile has free memory at idle and none after its workload",
  settle: "Read free memory after the workload, before any flush, at a recorded settle time.",
  async run({query, campaignId}) {
    const readings = await query<Reading>(SQL, {campaign: campaignId});
    return told(
      readings.map((r) => ({
        profile: r.profile,
        detail: `The only reading of ${r.cards === 1 ? "the card" : `${num(r.cards)} cards`} is the idle one: at least ${num(r.least_idle)} MiB free.`,
        metrics: ["reserve"],
        files: r.files
      }))
    );
  }
};
