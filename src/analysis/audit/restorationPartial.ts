import {told, type Rule, type Seen} from "./rule.js";
import {num, pct, some} from "./say.js";

interface Field {
  field: string;
  before: string | null;
  after: string | null;
  file: string;
}

/** One point of the incumbent, before it was stopped and after it was back: medians of decode rates, and whether the two overlap. */
interface Pace {
  stage: string;
  n_before: number;
  n_after: number;
  before: number;
  after: number;
  ids: string[];
  files: string[];
}

/** Every request after is slower than every one before, by more than a tenth in the median: with 3 v 3 that is one order in 20. */
const PACE = `with paces as (
  select stage, nominal_prompt_tokens, concurrency, boot_id = 'incumbent-after' as is_after, decode_tok_s, request_id, file
  from request_metrics
  where campaign_id = $campaign and profile = 'incumbent' and phase = 'measured' and status = 'ok'
    and decode_tok_s is not null and nominal_prompt_tokens is not null
)
select max(stage) filter (where is_after) as stage,
  count(*) filter (where not is_after) as n_before, count(*) filter (where is_after) as n_after,
  median(decode_tok_s) filter (where not is_after) as before, median(decode_tok_s) filter (where is_after) as after,
  list(request_id order by request_id) filter (where is_after) as ids, list(distinct file order by file) as files
from paces
group by nominal_prompt_tokens, concurrency
having n_before >= 3 and n_after >= 3
  and max(decode_tok_s) filter (where is_after) < min(decode_tok_s) filter (where not is_after) and after < 0.9 * before
order by stage`;

const slowerFinding = (pace: Pace): Seen => ({
  profile: "incumbent",
  stage: pace.stage,
  detail: `The incumbent is back and slower: it decodes at ${num(pace.after, 2)} tok/s where it did ${num(pace.before, 2)} before (${pct(pace.after / pace.before)}; ${num(pace.n_after)} and ${num(pace.n_before)} requests, none of those after as fast as any before).`,
  metrics: ["restoration"],
  request_ids: pace.ids,
  files: pace.files
});

export const restorationPartial: Rule = {
  id: "restoration-partial",
  severity: "weakens",
  title: "Restoration is proved in part",
  why: "A field that only one snapshot holds cannot have been compared: that it is the same as before is then somebody's word.",
  fires:
    "a field of the snapshot was not proved, or only one side has it; or the same container decodes slower than before it was stopped",
  settle: "Record the same fields before and after (container id, binding, router, image, model), and compare them.",
  async run({query, campaignId}) {
    const slower = (await query<Pace>(PACE, {campaign: campaignId})).map((pace) => slowerFinding(pace));
    const fields = await query<Field>(
      `select field, before, after, file from restoration_fields
       where campaign_id = $campaign and equal is null order by field`,
      {campaign: campaignId}
    );
    if (fields.length === 0) return told(slower);
    const missing = (value: string | null) => value === null || value === "null";
    const names = (of: Field[]) =>
      some(
        of.map((f) => f.field.replaceAll(/[._]/g, " ")),
        12
      );
    const start = fields.filter((f) => missing(f.before) && !missing(f.after));
    const end = fields.filter((f) => !missing(f.before) && missing(f.after));
    const neither = fields.filter((f) => missing(f.before) === missing(f.after));
    const parts = [
      start.length > 0 ? `the starting snapshot holds no ${names(start)} to compare with` : null,
      end.length > 0 ? `the restored snapshot holds no ${names(end)}` : null,
      neither.length > 0 ? `${names(neither)} could not be compared` : null
    ].filter((part) => part !== null);
    const sentence = parts.join("; ");
    return told([
      ...slower,
      {
        detail: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`,
        metrics: ["restoration"],
        files: [...new Set(fields.map((f) => f.file))]
      }
    ]);
  }
};
