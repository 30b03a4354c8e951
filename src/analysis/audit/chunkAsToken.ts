import {DECODE_METRICS, POINTS} from "./points.js";
import {told, type Rule, type Seen} from "./rule.js";
import {count} from "./say.js";

interface Claim {
  profile: string | null;
  stage: string | null;
  metrics: string[];
  n: number;
  files: string[];
}

/** Latencies between "tokens" that a file measured between chunks. */
const CLAIMS = `select profile, stage, list(distinct metric order by metric) as metrics, count(*) as n, list(distinct file) as files
from reported where campaign_id = $campaign and basis = 'chunk' and (metric like 'itl%' or metric like '%inter_token%' or metric like 'tpot%')
group by all order by profile, stage`;

interface Group {
  profile: string;
  stage: string;
  n: number;
  ids: string[];
  files: string[];
}

const RATES = `${POINTS}
select profile, stage, count(*) as n, list(request_id order by "index") as ids, list(distinct evidence_file) as files
from points where status = 'ok' and decode_basis = 'chunk' and decode_tok_s is not null
group by all order by profile, stage`;

export const chunkAsToken: Rule = {
  id: "chunk-as-token",
  severity: "invalidates",
  title: "Chunks taken for tokens",
  why: "One stream event may hold many tokens (speculation, coalescing): a gap between events is a property of chunks, and reading it as the time of a token is wrong by the tokens a chunk.",
  fires: "an inter-token latency or a decode rate is made of chunk gaps",
  settle: "Divide by the server's token counts, or call it a chunk gap.",
  async run({query, campaignId}) {
    const claims = await query<Claim>(CLAIMS, {campaign: campaignId});
    const rates = await query<Group>(RATES, {campaign: campaignId});
    return told([
      ...claims.map((c): Seen => ({
        profile: c.profile,
        stage: c.stage,
        detail: `${count(c.n, "reported figure")} (${c.metrics.join(", ")}) ${c.n === 1 ? "is" : "are"} a gap between chunks, named as one between tokens.`,
        metrics: c.metrics,
        files: c.files
      })),
      ...rates.map((r): Seen => ({
        profile: r.profile,
        stage: r.stage,
        detail: `The decode rates of ${count(r.n, "request")} count chunks as tokens.`,
        metrics: DECODE_METRICS,
        request_ids: r.ids,
        files: r.files
      }))
    ]);
  }
};
