-- One gate of one profile a row: the policy's rules over checks, attempts, requests, reserve and restoration.
with
subjects as (
  select p.campaign_id, p.profile, p.role, c.origin
  from profiles as p
  join campaigns as c using (campaign_id)
  where p.role <> 'incumbent'
),
-- Functional checks that the policy asks for and nobody declared not applicable.
wanted as (
  select campaign_id, gate, tool_calls, long_prompt_tokens, unnest(items) as check_id
  from policies
  where gate in ('preflight', 'thinking')
),
applicable as (
  select w.*, case when w.gate = 'thinking' then 'thinking-' || w.check_id else w.check_id end as known_as
  from wanted as w
  where not exists (
    from not_applicable as n
    where n.campaign_id = w.campaign_id and n.what in (w.check_id, w.gate || '.' || w.check_id, 'thinking-' || w.check_id)
  )
),
seen as (
  -- Preflight checks count from preflight stages; thinking checks wherever they were made.
  select
    campaign_id, profile, check_id,
    count(*) filter (where verdict = 'fail') as failed,
    count(*) filter (where verdict = 'pass') as passed,
    arg_min(c.reason, stage) filter (where verdict = 'fail') as failure,
    arg_max(c.reason, stage) as last_reason,
    max(c.passed) as calls_passed,
    max(c.planned) as calls_planned,
    max(c.measured_prompt_tokens) as measured_prompt_tokens,
    list(distinct c.file order by c.file) as files
  from checks as c
  join stages as s using (campaign_id, profile, stage)
  where s.kind = 'preflight' or c.check_id like 'thinking-%'
  group by campaign_id, profile, check_id
),
judged as (
  select
    s.campaign_id, s.profile, a.gate, a.check_id, seen.files,
    seen.calls_passed, seen.calls_planned, seen.measured_prompt_tokens,
    case
      when seen.check_id is null then 'not-run'
      when seen.failed > 0 then 'fail'
      when seen.passed = 0 then 'inconclusive'
      when a.check_id = 'tools' and seen.calls_passed < a.tool_calls then 'inconclusive'
      when a.check_id = 'long-tools' and not coalesce(seen.measured_prompt_tokens >= a.long_prompt_tokens, false)
      then 'inconclusive'
      else 'pass'
    end as verdict,
    case
      when seen.failed > 0 then a.check_id || ' failed (' || seen.failure || ')'
      when seen.check_id is null then a.check_id || ' was not run'
      when seen.passed = 0 then a.check_id || ' cannot be told (' || seen.last_reason || ')'
      when a.check_id = 'tools' and seen.calls_passed < a.tool_calls
      then 'tools passed ' || seen.calls_passed || ' calls, the policy asks for ' || a.tool_calls
      when a.check_id = 'long-tools' and not coalesce(seen.measured_prompt_tokens >= a.long_prompt_tokens, false)
      then 'the long tool prompt measured ' || coalesce(seen.measured_prompt_tokens || ' tokens', 'nothing')
        || ', the policy asks for ' || a.long_prompt_tokens
    end as trouble
  from subjects as s
  join applicable as a using (campaign_id)
  left join seen on seen.campaign_id = s.campaign_id and seen.profile = s.profile and seen.check_id = a.known_as
),
functional as (
  select
    campaign_id, profile, gate,
    count(*) as threshold,
    count(*) filter (where verdict = 'pass') as value,
    case
      when count(*) filter (where verdict = 'fail') > 0 then 'fail'
      when count(*) filter (where verdict = 'not-run') = count(*) then 'not-run'
      when count(*) filter (where verdict <> 'pass') > 0 then 'inconclusive'
      else 'pass'
    end as verdict,
    case
      when count(*) filter (where verdict = 'not-run') = count(*) then 'no check was run'
      when count(*) filter (where verdict <> 'pass') > 0
      then count(*) filter (where verdict = 'pass') || ' of ' || count(*) || ' passed; '
        || string_agg(trouble, '; ' order by case verdict when 'fail' then 1 when 'inconclusive' then 2 else 3 end, check_id)
      when gate = 'thinking'
      then string_agg(
        case check_id
          when 'disabled' then 'disabled forbids reasoning leakage'
          when 'enabled' then 'enabled requires dedicated reasoning'
          else check_id || ' passed'
        end, '; ' order by check_id)
      else 'all ' || count(*) || ' checks'
        || coalesce('; ' || max(calls_passed || '/' || calls_planned || ' tools') filter (where check_id = 'tools'), '')
        || coalesce('; ' || max(measured_prompt_tokens) filter (where check_id = 'long-tools') || '-token long tool prompt', '')
    end as reason,
    list_sort(list_distinct(flatten(list(coalesce(files, []))))) as files
  from judged
  group by campaign_id, profile, gate
),
-- Graded attempts: a budget that ran out is no wrong answer, and no pass.
graded as (
  select
    a.campaign_id, a.profile, a.kind as gate,
    count(*) as n,
    count(*) filter (where a.verdict = 'pass') as passed,
    count(*) filter (where a.verdict = 'fail' and a.failure_class is distinct from 'budget_exhausted') as wrong,
    count(*) filter (where a.verdict <> 'pass' and a.failure_class = 'budget_exhausted') as exhausted,
    count(distinct a.task) as tasks,
    count(distinct a.task) - count(distinct case when a.verdict <> 'pass' then a.task end) as tasks_passed,
    string_agg(distinct a.task, ', ' order by a.task) filter (where a.verdict <> 'pass') as troubled,
    min(s.max_tokens) as max_tokens,
    list(distinct a.file order by a.file) as files
  from attempts as a
  left join stages as s using (campaign_id, profile, stage)
  group by a.campaign_id, a.profile, a.kind
),
attempted as (
  select
    s.campaign_id, s.profile, p.gate, p.threshold, g.passed as value,
    case
      when g.n is null then 'not-run'
      when g.wrong > 0 then 'fail'
      when g.passed < g.n or g.passed < p.threshold then 'inconclusive'
      else 'pass'
    end as verdict,
    case
      when g.n is null then 'no attempt was made'
      when g.passed = g.n and g.passed >= p.threshold
      then g.passed || '/' || g.n || case p.gate when 'quality' then ' deterministic attempts' else ' deterministic image attempts' end
        || coalesce(' at ' || g.max_tokens || ' visible tokens', '')
        || '; ' || g.tasks_passed || ' of ' || g.tasks || ' tasks'
      else g.passed || '/' || g.n || ' attempts passed'
        || case when g.exhausted > 0 then '; ' || g.exhausted || ' ran out of tokens' else '' end
        || coalesce('; not passed: ' || g.troubled, '')
        || case when g.n < p.threshold then '; the policy asks for ' || p.threshold::bigint || ' attempts' else '' end
    end as reason,
    coalesce(g.files, []) as files
  from subjects as s
  join policies as p on p.campaign_id = s.campaign_id and p.gate in ('quality', 'multimodal')
  left join graded as g on g.campaign_id = s.campaign_id and g.profile = s.profile and g.gate = p.gate
),
endured as (
  select
    s.campaign_id, s.profile,
    sum(s.n_measured) as n, sum(s.n_ok) as ok, sum(s.n_failed) as failed,
    max(t.failure) as failure,
    list_sort(list_distinct(flatten(list(s.files)))) as files
  from stage_summary as s
  join stages as t using (campaign_id, profile, stage)
  where s.kind = 'endurance' or list_contains(t.also, 'endurance')
  group by s.campaign_id, s.profile
),
endurance as (
  select
    s.campaign_id, s.profile, p.gate, p.threshold, e.ok as value,
    case
      when e.n is null or (e.n = 0 and e.failure is null) then 'not-run'
      when e.failed > 0 or e.failure is not null then 'fail'
      when e.ok < p.threshold then 'inconclusive'
      else 'pass'
    end as verdict,
    case
      when e.n is null or (e.n = 0 and e.failure is null) then 'no endurance stage was run'
      else e.ok || '/' || e.n || ' requests'
        || coalesce('; the stage failed: ' || e.failure, '')
        || case when e.failed = 0 and e.ok < p.threshold then '; the policy asks for ' || p.threshold::bigint else '' end
    end as reason,
    coalesce(e.files, []) as files
  from subjects as s
  join policies as p on p.campaign_id = s.campaign_id and p.gate = 'endurance'
  left join endured as e on e.campaign_id = s.campaign_id and e.profile = s.profile
),
cards as (
  select
    campaign_id, profile,
    min(after_mib) as after_min, max(after_mib) as after_max, min(idle_mib) as idle_min, count(*) as n,
    count(*) filter (where verdict = 'fail') as failed,
    count(*) filter (where verdict = 'pass') as passed,
    count(*) filter (where verdict = 'not-run') as unread,
    list_sort(list_distinct(flatten(list(files)))) as files
  from reserve
  group by campaign_id, profile
),
memory as (
  select
    s.campaign_id, s.profile, p.gate, p.threshold, coalesce(r.after_min, r.idle_min) as value,
    case
      when r.n is null or r.unread = r.n then 'not-run'
      when r.failed > 0 then 'fail'
      when r.passed = r.n then 'pass'
      else 'inconclusive'
    end as verdict,
    case
      when r.n is null or r.unread = r.n then 'free memory was not read'
      when r.after_min is null
      then 'free memory is known only before the workload: ' || r.idle_min::bigint || ' MiB; threshold ' || p.threshold::bigint || ' MiB'
      when r.after_min = r.after_max
      then r.after_min::bigint || ' MiB free on each card; threshold ' || p.threshold::bigint || ' MiB'
      else 'lowest card ' || r.after_min::bigint || ' MiB free, highest ' || r.after_max::bigint || ' MiB; threshold '
        || p.threshold::bigint || ' MiB'
    end as reason,
    coalesce(r.files, []) as files
  from subjects as s
  join policies as p on p.campaign_id = s.campaign_id and p.gate = 'reserve'
  left join cards as r on r.campaign_id = s.campaign_id and r.profile = s.profile
),
-- Imported snapshots may hold a field on one side only: that is a finding. Our own hold every required field twice.
proved as (
  select
    campaign_id,
    count(*) filter (where equal) as equal_n,
    count(*) filter (where not equal) as unequal_n,
    count(*) filter (where equal is null) as one_sided_n,
    count(*) filter (where equal is null and required) as required_missing_n,
    string_agg(replace(field, '_', ' '), ', ' order by field) filter (where equal) as equal_names,
    string_agg(replace(field, '_', ' '), ', ' order by field) filter (where not equal) as unequal_names,
    string_agg(replace(field, '_', ' '), ', ' order by field) filter (where equal is null and required) as missing_names
  from restoration_fields
  group by campaign_id
),
restored as (
  select
    s.campaign_id, s.profile, p.gate,
    f.equal_n + f.unequal_n as threshold,
    f.equal_n as value,
    case
      when r.campaign_id is null then 'not-run'
      when not r.applicable then 'not-run'
      when f.unequal_n > 0 or not r.health or not r.candidate_gone or not r.token_generated then 'fail'
      when coalesce(f.equal_n, 0) = 0 or r.health is null or r.candidate_gone is null then 'inconclusive'
      when s.origin = 'captured' and (f.required_missing_n > 0 or r.token_generated is null) then 'inconclusive'
      else 'pass'
    end as verdict,
    case
      when r.campaign_id is null then 'no restoration was recorded'
      when not r.applicable then 'not applicable: ' || coalesce(r.reason, 'no reason was given')
      when r.restored_at is null and not r.health and f.campaign_id is null then 'the incumbent is not back: ' || coalesce(r.reason, 'no reason was given')
      else coalesce(f.equal_n, 0) || ' of ' || coalesce(f.equal_n + f.unequal_n, 0) || ' fields equal before and after'
        || coalesce(' (' || f.equal_names || ')', '')
        || coalesce('; different: ' || f.unequal_names, '')
        || case when s.origin = 'captured' then coalesce('; not proved: ' || f.missing_names, '') else '' end
        || case when s.origin <> 'captured' and f.one_sided_n > 0 then '; ' || f.one_sided_n || ' held by one side only' else '' end
        || case when r.health then '; health good' when not r.health then '; health bad' else '; health unknown' end
        || case when r.candidate_gone then '; candidate gone' when not r.candidate_gone then '; candidate still there' else '; candidate unknown' end
        || case when r.token_generated then '; a token was generated' when not r.token_generated then '; no token was generated' else '' end
    end as reason,
    coalesce(r.files, []) as files
  from subjects as s
  join policies as p on p.campaign_id = s.campaign_id and p.gate = 'restoration'
  left join restorations as r on r.campaign_id = s.campaign_id
  left join proved as f on f.campaign_id = s.campaign_id
),
verdicts as (
  select campaign_id, profile, gate, threshold::double as threshold, value::double as value, verdict, reason, files from functional
  union all select campaign_id, profile, gate, threshold::double, value::double, verdict, reason, files from attempted
  union all select campaign_id, profile, gate, threshold::double, value::double, verdict, reason, files from endurance
  union all select campaign_id, profile, gate, threshold::double, value::double, verdict, reason, files from memory
  union all select campaign_id, profile, gate, threshold::double, value::double, verdict, reason, files from restored
),
-- A finding that invalidates what a gate rests on makes its pass inconclusive.
doubted as (
  select campaign_id, profile, gate, string_agg(distinct rule, ', ' order by rule) as rules
  from (select campaign_id, profile, rule, unnest(metrics) as gate from findings where severity = 'invalidates') as touched
  group by campaign_id, profile, gate
)
select
  s.campaign_id, s.profile, p.gate, p.title, p.position, p.class,
  p.required and n.reason is null and coalesce(r.applicable, true) as required,
  case
    when n.reason is not null then 'not-run'
    when v.verdict = 'pass' and d.rules is not null then 'inconclusive'
    else coalesce(v.verdict, 'not-run')
  end as verdict,
  case
    when n.reason is not null then 'not applicable: ' || n.reason
    when v.verdict = 'pass' and d.rules is not null then v.reason || '; called into doubt by ' || d.rules
    when v.verdict = 'not-run' and s.role = 'reported' then 'only claims exist: no raw evidence in this repository'
    else coalesce(v.reason, 'nothing was asked')
  end as reason,
  v.threshold, v.value,
  coalesce(v.files, []) as files
from subjects as s
join policies as p using (campaign_id)
left join verdicts as v on v.campaign_id = s.campaign_id and v.profile = s.profile and v.gate = p.gate
left join not_applicable as n on n.campaign_id = s.campaign_id and n.what = p.gate
left join restorations as r on r.campaign_id = s.campaign_id and p.gate = 'restoration'
left join doubted as d on d.campaign_id = s.campaign_id and d.gate = p.gate
  and (d.profile = s.profile or d.profile is null)
