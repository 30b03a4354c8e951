import {POINTED_AT, POINTS} from "./points.js";
import {told, type Rule} from "./rule.js";
import {num, pct} from "./say.js";
import {ABOVE, double} from "./slack.js";

interface Point {
  profile: string;
  stage: string;
  nominal: number;
  measured: number;
  ids: string[];
  files: string[];
}

const SQL = `${POINTS}
select profile, stage, nominal_prompt_tokens as nominal, quantile_disc(prompt_tokens, 0.5) as measured,
  arg_min(request_id, "index", ${POINTED_AT}) as ids, list(distinct evidence_file) as files
from points where status = 'ok' and nominal_prompt_tokens > 0 and prompt_tokens is not null
group by profile, stage, nominal_prompt_tokens
having abs(quantile_disc(prompt_tokens, 0.5) / nominal_prompt_tokens::double - 1) > $off * ${ABOVE}
order by profile, stage`;

export const nominalPrompt: Rule = {
  id: "nominal-prompt",
  severity: "note",
  title: "The prompt is not of its nominal size",
  why: "A point named by the size that was asked for says more than was measured: a 230K point of 190K tokens does not show that 230K works, or how fast.",
  fires: "the median measured prompt is off nominal by more than 2 %",
  settle:
    "Name the point by its measured tokens, or calibrate the prompts by the server's own count and measure again.",
  // A median that is off is a request's.
  screen: ({audit}) =>
    `bool_or(status = 'ok' and coalesce(nominal_prompt_tokens > 0 and abs(prompt_tokens / nominal_prompt_tokens::double - 1) > ${double(audit.nominal_off_max)} * ${ABOVE}, false))`,
  async run({screened, campaignId, policy}) {
    const points = await screened<Point>(nominalPrompt, SQL, {campaign: campaignId, off: policy.audit.nominal_off_max});
    return told(
      points.map((p) => ({
        profile: p.profile,
        stage: p.stage,
        detail: `The nominal prompt is ${num(p.nominal)} tokens; the measured median is ${num(p.measured)} (${p.measured > p.nominal ? "+" : "-"}${pct(Math.abs(p.measured / p.nominal - 1))}).`,
        metrics: ["prompt_tokens"],
        request_ids: p.ids,
        files: p.files
      }))
    );
  }
};
