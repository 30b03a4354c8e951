import type {AuditContext} from "../rule.js";
import {figuresIn, type Quantity, type Stated} from "./figuresIn.js";
import {agrees, type Mismatch} from "./mismatch.js";

interface Statement {
  /** The profile whose served name the summary's identity gives. */
  subject: string | null;
  metric: string;
  value: number | null;
  text: string | null;
  file: string;
  json_path: string;
}

/** What the evidence gives for a quantity: any of these figures. */
interface Known {
  quantity: Quantity;
  profile: string | null;
  value: number;
  /** Written as passed/planned. */
  of: number | null;
  nominal: number | null;
}

/** Numbers of a summary that stand alone, by the end of their path. */
const LEAVES: Record<string, Quantity> = {
  "measurement.sample_count": "sample count",
  "workload.selected_context_tokens": "context tokens",
  "workload.selected_concurrency": "concurrency"
};

const STATEMENTS = `select r.metric, r.value, r.text, r.file, r.json_path,
  (select max(p.profile) from reported i join profiles p on p.campaign_id = i.campaign_id and p.served_model = i.text
    where i.campaign_id = r.campaign_id and i.file = r.file and i.metric = 'identity.served_model') as subject
from reported r join artifacts a on a.campaign_id = r.campaign_id and a.path = r.file
where r.campaign_id = $campaign and a.format = 'anvil-serving.benchmark-decision-summary/v1' order by r.file, r.json_path`;

const KNOWN = `with points as (
  select profile, nominal_prompt_tokens as nominal, decode_tok_s_p50, effective_prefill_tok_s_p50, output_tok_s,
    prompt_tokens_p50, n_ok, n_measured from stage_summary where campaign_id = $campaign and n_measured > 0
), counted as (
  select profile, count(*) as n from requests where campaign_id = $campaign group by profile
), graded as (
  select profile, stage, count(*) filter (where verdict = 'pass') as passed, count(*) as n
  from attempts where campaign_id = $campaign group by profile, stage
), checked as (select * from checks where campaign_id = $campaign),
served as (select * from stages where campaign_id = $campaign)
select 'decode p50' as quantity, profile, decode_tok_s_p50::double as value, null::double as "of", nominal from points
union all select 'prefill p50', profile, effective_prefill_tok_s_p50, null, nominal from points
union all select 'aggregate output rate', profile, output_tok_s, null, nominal from points
union all select 'prompt tokens', profile, prompt_tokens_p50, null, nominal from points
union all select 'passed of planned', profile, n_ok, n_measured, nominal from points
union all select 'requests of a stage', profile, n_measured, null, nominal from points
union all select 'prompt tokens', profile, measured_prompt_tokens, null, null from checked
union all select 'passed of planned', profile, passed, planned, null from checked
union all select 'checks passed', profile, count(*) filter (where verdict = 'pass'), null, null from checked group by profile, stage
union all select 'passed of planned', profile, passed, n, null from graded
union all select 'requests of a stage', profile, n, null, null from graded
union all select 'free MiB', profile, unnest([idle_mib, peak_mib, after_mib]), null, null from reserve_readings where campaign_id = $campaign
union all select 'reserve threshold', null, threshold, null, null from policies where campaign_id = $campaign and gate = 'reserve'
union all select 'visible tokens', profile, max_tokens, null, null from served where kind = 'quality'
union all select 'context tokens', profile, context_tokens, null, null from profiles where campaign_id = $campaign
union all select 'concurrency', profile, concurrency, null, null from served
union all select 'sample count', profile, json_extract(server_after, '$.requests_total')::double, null, null from served
union all select 'sample count', profile, n, null, null from counted
union all select 'sample count', null, sum(n), null, null from counted`;

/**
 * Numbers in the sentences and leaves of a decision summary that no figure of the evidence equals, at the digits they
 * are printed with. Judged only where the words make plain what is counted and the evidence holds that quantity. A gate is
 * held against the summary's own subject; a headline against every point of the named size, since a sentence seldom
 * names its profile exactly.
 */
export async function statementMismatches(context: AuditContext): Promise<Mismatch[]> {
  const statements = await context.query<Statement>(STATEMENTS, {campaign: context.campaignId});
  if (statements.length === 0) return [];
  const rows = await context.query<Known>(KNOWN, {campaign: context.campaignId});
  const known = [...rows.filter((k) => k.value !== null), ...changes(context)];
  return statements.flatMap((statement) =>
    statedIn(statement).flatMap((stated) => {
      const candidates = subjectFirst(
        known.filter((k) => k.quantity === stated.quantity && ofSize(k, stated.sizeK)),
        statement
      );
      if (candidates.length === 0 || candidates.some((k) => holds(stated.said, k))) return [];
      const nearest = candidates.reduce((best, k) => (gap(stated.said, k) < gap(stated.said, best) ? k : best));
      return [
        {
          profile: null,
          stage: null,
          metric: METRIC_OF[stated.quantity] ?? statement.metric,
          name: `${stated.quantity}${stated.sizeK === null ? "" : ` at ${stated.sizeK}K`}`,
          file: statement.file,
          json_path: statement.json_path,
          said: stated.said,
          recomputed: nearest.value
        }
      ];
    })
  );
}

const METRIC_OF: Partial<Record<Quantity, string>> = {
  "decode p50": "decode_tok_s",
  "percent change of decode p50": "decode_tok_s",
  "prefill p50": "effective_prefill_tok_s",
  "aggregate output rate": "output_tok_s",
  "prompt tokens": "prompt_tokens"
};

function statedIn({metric, value, text}: Statement): Stated[] {
  const leaf = LEAVES[metric];
  if (leaf !== undefined && value !== null) return [{quantity: leaf, said: String(value), sizeK: null}];
  return text === null ? [] : figuresIn(text);
}

/** Changes of the medians in percent, from the comparisons; a fall may be written without its sign. */
const changes = ({comparisons}: AuditContext): Known[] =>
  comparisons.flatMap((c) =>
    c.p50_ratio === null || c.metric !== "decode_tok_s"
      ? []
      : [
          {
            quantity: "percent change of decode p50" as const,
            profile: c.candidate,
            value: Math.abs(c.p50_ratio - 1) * 100,
            of: null,
            nominal: c.nominal_prompt_tokens
          }
        ]
  );

/** Gates, workload and measurement speak of the summary's subject; where it has such a figure, no other profile's will do. */
function subjectFirst(candidates: Known[], {subject, json_path}: Statement): Known[] {
  const own = candidates.filter((k) => k.profile === subject);
  return /^\$\.(gates|workload|measurement)\b/.test(json_path) && own.length > 0 ? own : candidates;
}

/** "4K" is 4,000 or 4,096; a figure without a size of its own fits any. */
const ofSize = ({nominal}: Known, sizeK: number | null): boolean =>
  sizeK === null || nominal === null || Math.abs(nominal - sizeK * 1000) <= 0.025 * sizeK * 1000;

function holds(said: string, {value, of}: Known): boolean {
  const [passed = "", planned] = said.split("/");
  return agrees(passed, value) && (planned === undefined || (of !== null && agrees(planned, of)));
}

/** How far a figure is from what was said: of its denominator first, where there is one. */
function gap(said: string, {value, of}: Known): number {
  const [passed = "", planned] = said.split("/");
  const off = Math.abs(Number(passed) - value);
  return planned === undefined ? off : off + 1000 * Math.abs(Number(planned) - (of ?? Infinity));
}
