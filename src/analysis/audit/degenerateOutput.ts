import {degenerateText} from "../../metrics/findings/degenerateText.js";
import {DECODE_METRICS, POINTS} from "./points.js";
import {told, type AuditContext, type Rule, type Seen} from "./rule.js";
import {count, num} from "./say.js";
import {BELOW} from "./slack.js";

interface Text {
  profile: string;
  stage: string;
  request_id: string;
  index: number;
  text: string;
  finish_reason: string | null;
  evidence_file: string;
}

/** Whether a 16-character probe at an eighth of the text occurs again later: cheap, and true of every looping text. */
const again = (eighth: number) =>
  `contains(substr(text, (${eighth} * length(text)) // 8 + 17), substr(text, (${eighth} * length(text)) // 8 + 1, 16))`;

/** The last characters occur again at most a period before; those of the last 8, looked for first, decide most texts cheaply. */
const tailAgain = (n: number) => `contains(substr(text, -($period + ${n}), $period + ${n} - 1), substr(text, -${n}))`;

/** Only texts that could be degenerate are brought out of the database: a repeated tail, or repeated probes. */
const TEXTS = `${POINTS}, texts as (
  select profile, stage, request_id, "index", finish_reason, evidence_file,
    coalesce(reasoning || coalesce(content, ''), content) as text
  from points where status = 'ok' and (content is not null or reasoning is not null)
)
select * from texts
where strlen(text) >= least($least, 96)
  and ((${tailAgain(8)} and ${tailAgain(32)})
    or (strlen(text) >= 400 and (${[2, 4].map(again).join(" or ")})))
order by profile, stage, "index"`;

interface Suspect {
  profile: string;
  stage: string;
  request_id: string;
  index: number;
  is_first: boolean;
  output_tokens: number;
  per_chunk: number;
  median: number;
  evidence_file: string;
}

/** Medians are taken only where a request without text ran to its limit. */
const SUSPECTS = `${POINTS}, textless as (
  select profile, stage, request_id, "index", output_tokens, tokens_per_chunk, evidence_file
  from points where status = 'ok' and content is null and reasoning is null and output_tokens >= max_tokens
    and tokens_per_chunk is not null
), medians as (
  select profile, stage, quantile_disc(tokens_per_chunk, 0.5) as median, min("index") as first_index
  from points where status = 'ok' and tokens_per_chunk is not null and (profile, stage) in (select (profile, stage) from textless)
  group by profile, stage
)
select p.profile, p.stage, p.request_id, p."index", p."index" = m.first_index as is_first, p.output_tokens,
  p.tokens_per_chunk as per_chunk, m.median, p.evidence_file
from textless p join medians m using (profile, stage)
where p.tokens_per_chunk >= $ratio * m.median * ${BELOW}
order by p.profile, p.stage, p."index"`;

export const degenerateOutput: Rule = {
  id: "degenerate-output",
  severity: "invalidates",
  title: "The output is a loop",
  why: "A model that repeats itself is fast, above all under speculation, which guesses repetitions right: such a rate is not one that an answer reaches.",
  fires:
    "with text: the longest periodic suffix (period up to 200 characters) is at least max(96, 3 periods) and the answer was cut or half of it repeats; or more than half of the 4-grams repeat and zlib brings it below 20 %. Without text only suspected: output at max_tokens with at least 1.5 times the point's median tokens a chunk",
  settle: "Read the answer's text; where it was not kept, run the same prompt again and keep it.",
  async run(context) {
    return told([...(await fromTexts(context)), ...(await suspected(context))]);
  }
};

async function fromTexts({query, campaignId, policy}: AuditContext): Promise<Seen[]> {
  const limits = policy.audit;
  const texts = await query<Text>(TEXTS, {
    campaign: campaignId,
    least: limits.degenerate_suffix_min,
    period: limits.degenerate_period_max
  });
  const bad = texts.flatMap((t) => {
    const reason = degenerateText(t.text, t.finish_reason, limits);
    return reason === null ? [] : [{...t, reason}];
  });
  const places = [...new Set(bad.map((t) => `${t.profile}/${t.stage}`))];
  return places.map((place) => {
    const here = bad.filter((t) => `${t.profile}/${t.stage}` === place);
    const first = here[0] as (typeof here)[number];
    return {
      profile: first.profile,
      stage: first.stage,
      detail: `${count(here.length, "answer")} of this point ${here.length === 1 ? "is" : "are"} degenerate; request ${first.index}: ${first.reason}.`,
      metrics: DECODE_METRICS,
      request_ids: here.map((t) => t.request_id),
      files: [...new Set(here.map((t) => t.evidence_file))]
    };
  });
}

async function suspected({query, campaignId, policy}: AuditContext): Promise<Seen[]> {
  const ratio = policy.audit.degenerate_tokens_per_chunk_ratio;
  const rows = await query<Suspect>(SUSPECTS, {campaign: campaignId, ratio});
  return rows.map((r) => ({
    severity: "weakens",
    profile: r.profile,
    stage: r.stage,
    detail: `Suspected on request ${r.index}: it ran to its limit of ${num(r.output_tokens)} tokens at ${num(r.per_chunk, 2)} tokens a chunk, where the point's median is ${num(r.median, 2)}. No text was kept, so a loop is not proved${r.is_first ? "; a rival explanation is that it was the first request, as after a boot: what speculation does then is not what it settles to" : ""}.`,
    metrics: DECODE_METRICS,
    request_ids: [r.request_id],
    files: [r.evidence_file]
  }));
}
