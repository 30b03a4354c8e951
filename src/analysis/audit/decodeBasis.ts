import {sqlText} from "../sqlText.js";
import {armFacts} from "./armFacts.js";
import {DECODE_METRICS, POINTED_AT, POINTS} from "./points.js";
import {told, type Rule, type Seen} from "./rule.js";
import {count} from "./say.js";

const MEANING: Record<string, string> = {
  "k-assumed-1":
    "the first chunk is taken to hold one token and the end token may be counted unseen: an upper bound of the rate",
  "e2e-minus-ttfo":
    "the generation time runs to the end of the stream, not to the last output, and the first chunk counts as one token",
  "e2e-minus-ttft":
    "the generation time runs from the first content to the end of the stream, and the first chunk counts as one token",
  "first-token-included": "the time to the first token is part of the rate",
  "request-mean": "the rate is a mean over requests as the tool made it"
};

interface Group {
  profile: string;
  basis: string;
  n: number;
  /** Rates of requests that may have reasoned before their first content. */
  thoughtful: number;
  stages: string[];
  ids: string[];
  files: string[];
}

const SQL = `${POINTS}
select profile, decode_basis as basis, count(*) as n,
  count(*) filter (where decode_basis = 'e2e-minus-ttft' and thinking is distinct from 'disabled') as thoughtful,
  list(distinct stage order by stage) as stages,
  arg_min(request_id, row("index", stage), ${POINTED_AT}) as ids, list(distinct evidence_file) as files
from points where status = 'ok' and decode_tok_s is not null group by all order by profile, basis`;

export const decodeBasis: Rule = {
  id: "decode-basis",
  severity: "note",
  title: "How the decode rate was counted",
  why: "Tools use one name for different rates. Figures of one basis may be compared with each other, and with no others.",
  fires:
    "k is assumed, the end token is unseen, or the time is end to end minus the first output; weakens where the arms of a comparison differ in it, or where reasoning may be counted without its time",
  settle: "Measure with continuous usage, which counts the tokens at the first and at the last output.",
  screen: () =>
    `bool_or(decode_tok_s is not null and coalesce(decode_basis in (${Object.keys(MEANING).map(sqlText).join(", ")}), false))`,
  async run(context) {
    const groups = await context.screened<Group>(decodeBasis, SQL, {campaign: context.campaignId});
    const seen = groups.flatMap((g): Seen[] => {
      const meaning = MEANING[g.basis];
      if (meaning === undefined) return [];
      return [
        {
          profile: g.profile,
          stage: g.stages.length === 1 ? (g.stages[0] ?? null) : null,
          ...(g.thoughtful > 0 ? {severity: "weakens" as const} : {}),
          detail: `${count(g.n, "decode rate")} of ${count(g.stages.length, "point")} ${g.n === 1 ? "is" : "are"} ${g.basis}: ${meaning}${g.thoughtful > 0 ? `; thinking was not disabled in ${g.thoughtful} of them, so tokens of reasoning before the first content may be counted without their time` : ""}.`,
          metrics: DECODE_METRICS,
          request_ids: g.ids,
          files: g.files
        }
      ];
    });
    for (const c of context.comparisons) {
      if (!DECODE_METRICS.includes(c.metric)) continue;
      const {baseline, candidate} = await armFacts(context, c);
      const [b, a] = [baseline.bases.sort().join(" and "), candidate.bases.sort().join(" and ")];
      if (a === b || a === "" || b === "") continue;
      seen.push({
        severity: "weakens",
        comparison_id: c.comparison_id,
        profile: c.candidate,
        detail: `The baseline's decode rate is ${b}, the candidate's ${a}.`,
        metrics: [c.metric],
        files: [...new Set([...baseline.files, ...candidate.files])]
      });
    }
    return told(seen);
  }
};
