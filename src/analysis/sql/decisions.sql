-- One profile a row: its outcome over all gates, and whether the policy's rule selects it. A waiver takes its gate out.
with
standing as (
  select g.*, w.gate is not null as waived, g.required and w.gate is null as binding
  from gates as g
  left join waivers as w on w.campaign_id = g.campaign_id and w.profile = g.profile and w.gate = g.gate
),
judged as (
  select
    campaign_id, profile,
    count(*) filter (where binding and verdict = 'fail' and class <> 'policy') as broken,
    count(*) filter (where binding and verdict = 'fail' and class = 'policy') as infeasible,
    count(*) filter (where binding and verdict in ('inconclusive', 'not-run')) as undecided,
    count(*) filter (where binding and verdict = 'pass') as passed,
    string_agg(title || ': ' || reason, '; ' order by position) filter (where binding and verdict = 'fail') as failures,
    string_agg(title || ' (' || verdict || ')', ', ' order by position)
      filter (where binding and verdict in ('inconclusive', 'not-run')) as missing,
    string_agg(title, ', ' order by position) filter (where waived) as waived
  from standing
  group by campaign_id, profile
),
outcomes as (
  select
    j.*,
    case
      when broken > 0 then 'failed'
      when infeasible > 0 then 'policy-infeasible'
      when undecided > 0 or passed = 0 then 'incomplete'
      else 'verified'
    end as outcome,
    case
      when broken > 0 or infeasible > 0 then failures || coalesce('; missing: ' || missing, '')
      when undecided > 0 then 'missing: ' || missing
      when passed = 0 then 'no gate is required'
      else 'every required gate passed'
    end || coalesce('; waived: ' || waived, '') as reason
  from judged as j
),
speed as (
  select campaign_id, profile, max(decode_tok_s_p50) as decode_tok_s
  from stage_summary
  where kind = 'capacity'
  group by campaign_id, profile
),
ranked as (
  select
    o.campaign_id, o.profile, p.role, o.outcome, o.reason, o.undecided, p.context_tokens, s.decode_tok_s,
    row_number() over (
      partition by o.campaign_id
      order by
        case when o.outcome = 'verified' and p.role = 'candidate' then 0 else 1 end,
        case when rule.selection = 'decode-then-context' then s.decode_tok_s else p.context_tokens end desc nulls last,
        case when rule.selection = 'decode-then-context' then p.context_tokens else s.decode_tok_s end desc nulls last,
        o.profile
    ) as place
  from outcomes as o
  join profiles as p using (campaign_id, profile)
  left join speed as s using (campaign_id, profile)
  left join (select campaign_id, max(selection) as selection from policies group by campaign_id) as rule
    using (campaign_id)
)
select
  campaign_id, profile, role, outcome, reason,
  place = 1 and outcome = 'verified' and role = 'candidate' as selected,
  undecided = 0 as complete,
  context_tokens, decode_tok_s
from ranked
