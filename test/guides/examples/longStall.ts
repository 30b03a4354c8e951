import {told, type Rule} from "../../../src/analysis/audit/rule.js";
import {num} from "../../../src/analysis/audit/say.js";

/** How many times its own median gap a stall must last. */
const RATIO = 50;

/** A new audit rule: requests in which the stream stood still for long, though the rate over the whole of it looks well. */
export const longStall: Rule = {
  id: "long-stall",
  severity: "weakens",
  title: "The stream stood still in the middle",
  why: "A rate over the whole stream hides a pause that a reader of the answer notices.",
  fires: `the longest gap between two output deltas is more than ${RATIO} times the request's median gap`,
  settle: "Look at the request's timeline; measure again with the log of the server beside it.",
  async run({query, campaignId}) {
    const rows = await query<{profile: string; stage: string; worst: number; ids: string[]}>(
      `select profile, stage, max(max_stall_ms) as worst, list(request_id order by index) as ids
       from request_metrics
       where campaign_id = $campaign and phase = 'measured' and status = 'ok' and max_stall_ms > $ratio * chunk_gap_ms_p50
       group by profile, stage order by profile, stage`,
      {campaign: campaignId, ratio: RATIO}
    );
    return told(
      rows.map(({profile, stage, worst, ids}) => ({
        profile,
        stage,
        detail: `${ids.length} requests stood still, the longest for ${num(worst)} ms.`,
        metrics: ["decode_tok_s", "max_stall_ms"],
        request_ids: ids
      }))
    );
  }
};
