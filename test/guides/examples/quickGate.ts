/**
 * A new gate: the p95 of the time to the first token stays within a limit in the endurance stage. A gate is SQL over the views, one row
 * a profile with a verdict and its reason; what is not measured is `not-run`, never a pass.
 */
export const quickGate = {
  gate: "quick",
  title: "first token in time",
  class: "workload",
  /** Limit of the p95 of TTFT, ms. */
  threshold: 2000
} as const;

/** Joins the other verdicts at the end of `gates.sql`. */
export const quickVerdicts = `
  select
    s.campaign_id, s.profile, p.gate, p.threshold, max(t.ttft_ms_p95) as value,
    case
      when max(t.ttft_ms_p95) is null then 'not-run'
      when max(t.ttft_ms_p95) > p.threshold then 'fail'
      when min(t.n_ok) < 59 then 'inconclusive'
      else 'pass'
    end as verdict,
    case
      when max(t.ttft_ms_p95) is null then 'no endurance stage was measured'
      else 'p95 is ' || round(max(t.ttft_ms_p95))::bigint || ' ms; the policy asks for '
        || p.threshold::bigint || ' ms; n ' || min(t.n_ok)::bigint || ' (a bound of a p95 needs 59)'
    end as reason,
    coalesce(list_sort(list_distinct(flatten(list(t.files)))), []) as files
  from subjects as s
  join policies as p on p.campaign_id = s.campaign_id and p.gate = 'quick'
  left join stage_summary as t on t.campaign_id = s.campaign_id and t.profile = s.profile
    and t.kind = 'endurance'
  group by s.campaign_id, s.profile, p.gate, p.threshold`;

/** The text of the view with the gate in it. */
export function withQuickGate(gatesSql: string): string {
  const last = "files from restored\n)";
  if (!gatesSql.includes(last)) throw new Error("the verdicts of gates.sql are not where this guide says");
  return gatesSql.replace(last, `files from restored\n  union all ${quickVerdicts}\n)`);
}
