import {sqlText} from "../sqlText.js";
import {DECODE_METRICS, POINTS} from "./points.js";
import {told, type Rule} from "./rule.js";
import {count} from "./say.js";

interface Group {
  profile: string;
  stage: string;
  basis: string;
  n: number;
  ids: string[];
  files: string[];
}

const MEANING: Record<string, string> = {
  "client-tokenizer": "counted by the client's own tokenizer",
  requested: "the number that was asked for, not what came",
  chunk: "the number of stream events"
};

const BASES = Object.keys(MEANING).map(sqlText).join(", ");

const SQL = `${POINTS}
select profile, stage, output_tokens_basis as basis, count(*) as n, list(request_id order by "index") as ids,
  list(distinct evidence_file) as files
from points where status = 'ok' and output_tokens is not null and output_tokens_basis in (${BASES})
group by all order by profile, stage, basis`;

/** Counts of points that hold no such request: a summary that says how its tokens were counted. */
const CLAIMED = `select r.profile, r.stage, r.basis, 0 as n, []::varchar[] as ids, list(distinct r.file) as files
from reported r where r.campaign_id = $campaign and r.stage is not null and r.metric in ('output_tokens', 'output_tok_s')
  and r.basis in (${BASES}) and not exists (select 1 from requests q
    where q.campaign_id = $campaign and q.profile = r.profile and q.stage = r.stage and q.output_tokens is not null)
group by all order by r.profile, r.stage, r.basis`;

export const tokensNotUsage: Rule = {
  id: "tokens-not-usage",
  severity: "invalidates",
  title: "Token counts that are not the server's",
  why: "Only the server's usage says how many tokens were generated. Another tokenizer, the requested length or a count of events can be off by any factor, and every rate with it.",
  fires: "output tokens come from a client's tokenizer, from the request, or from stream events",
  settle: "Measure with include_usage, and take the counts from the server's usage.",
  screen: () =>
    `bool_or(status = 'ok' and output_tokens is not null and coalesce(output_tokens_basis in (${BASES}), false))`,
  async run({query, screened, campaignId}) {
    const held = await screened<Group>(tokensNotUsage, SQL, {campaign: campaignId});
    const claimed = await query<Group>(CLAIMED, {campaign: campaignId});
    return told(
      [...held, ...claimed].map((g) => ({
        profile: g.profile,
        stage: g.stage,
        detail: `The output tokens of ${g.n === 0 ? "this point's summary" : count(g.n, "request")} are ${MEANING[g.basis] ?? g.basis}.`,
        metrics: ["output_tokens", "output_tok_s", "tokens_per_chunk", ...DECODE_METRICS],
        request_ids: g.ids,
        files: g.files
      }))
    );
  }
};
