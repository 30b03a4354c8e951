-- One card of one profile a row. The verdict is on the lowest after the workload; a card that is already short when
-- idle is short; idle memory that is enough decides nothing.
with lowest as (
  select
    campaign_id, profile, gpu,
    min(idle_mib) as idle_mib,
    min(peak_mib) as peak_mib,
    min(after_mib) as after_mib,
    max(settle_s) as settle_s,
    list(distinct file order by file) as files
  from reserve_readings
  group by campaign_id, profile, gpu
)
select
  l.campaign_id, l.profile, l.gpu, l.idle_mib, l.peak_mib, l.after_mib, l.settle_s,
  p.threshold as threshold_mib,
  case
    when l.after_mib >= p.threshold then 'pass'
    when l.after_mib < p.threshold then 'fail'
    when l.idle_mib < p.threshold then 'fail'
    when l.idle_mib is not null or l.peak_mib is not null then 'inconclusive'
    else 'not-run'
  end as verdict,
  l.files
from lowest as l
left join policies as p on p.campaign_id = l.campaign_id and p.gate = 'reserve'
