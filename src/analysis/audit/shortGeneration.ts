import {DECODE_METRICS, POINTED_AT, POINTS} from "./points.js";
import {told, type Rule, type Seen} from "./rule.js";
import {count, num} from "./say.js";
import {double} from "./slack.js";

interface Point {
  profile: string;
  stage: string;
  n: number;
  short: number;
  least: number;
  most: number;
  ids: string[];
  tiny: string[] | null;
  files: string[];
}

const SQL = `${POINTS}
select profile, stage, count(*) as n, count(*) filter (where output_tokens < $wanted) as short,
  min(output_tokens) as least, max(output_tokens) filter (where output_tokens < $wanted) as most,
  arg_min(request_id, "index", ${POINTED_AT}) filter (where output_tokens < $wanted) as ids,
  list(request_id order by "index") filter (where output_tokens < $least_for_rate) as tiny,
  list(distinct evidence_file) as files
from points where status = 'ok' and decode_tok_s is not null and output_tokens is not null
group by profile, stage having count(*) filter (where output_tokens < $wanted) > 0 order by profile, stage`;

export const shortGeneration: Rule = {
  id: "short-generation",
  severity: "weakens",
  title: "Few tokens behind a decode rate",
  why: "A rate over a few dozen tokens is mostly its ends: the first step, the last chunk and the adaptive speculation that has not settled yet.",
  fires: "fewer than 64 output tokens behind a decode rate; below 16 the request leaves the rate's median",
  settle: "Measure with prompts whose answers fill max_tokens by themselves.",
  screen: ({audit}) =>
    `bool_or(status = 'ok' and decode_tok_s is not null and coalesce(output_tokens < ${double(audit.short_generation_tokens)}, false))`,
  async run({screened, campaignId, policy}) {
    const {short_generation_tokens: wanted, rate_min_tokens: leastForRate} = policy.audit;
    const points = await screened<Point>(shortGeneration, SQL, {
      campaign: campaignId,
      wanted,
      least_for_rate: leastForRate
    });
    return told(
      points.flatMap((p): Seen[] => {
        const at = {profile: p.profile, stage: p.stage, metrics: DECODE_METRICS, files: p.files};
        const lengths = p.least === p.most ? num(p.least) : `${num(p.least)} to ${num(p.most)}`;
        const seen: Seen[] = [
          {
            ...at,
            detail: `${num(p.short)} of ${count(p.n, "request")} generated fewer than ${wanted} tokens (${lengths}).`,
            request_ids: p.ids
          }
        ];
        if (p.tiny?.length)
          seen.push({
            ...at,
            severity: "invalidates",
            detail: `${count(p.tiny.length, "request")} generated fewer than ${leastForRate} tokens and left the medians of the rate.`,
            request_ids: p.tiny
          });
        return seen;
      })
    );
  }
};
