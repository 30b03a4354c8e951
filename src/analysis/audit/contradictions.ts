import type {AuditContext} from "./rule.js";

/** A check that passed although the text of its own requests says otherwise. */
export interface Contradiction {
  profile: string;
  stage: string;
  checks: string[];
  /** Thoughts in the visible answer (a think tag in content). */
  tagged: number;
  /** A reasoning channel although thinking was disabled. */
  reasoned: number;
  /** Requests that did not end well. */
  broken: number;
  ids: string[];
  files: string[];
}

/** Think tags never belong in content; a reasoning channel does not where thinking is disabled. */
const SQL = `with passed as (
  select profile, stage, check_id, file, unnest(request_ids) as request_id
  from checks where campaign_id = $campaign and verdict = 'pass'
), contradicted as (
  select p.profile, p.stage, p.check_id, p.request_id, coalesce(s.source_file, p.file) as evidence_file,
    coalesce(regexp_matches(r.content, '(?i)</?think\\s*>'), false) as is_tagged,
    coalesce(r.thinking, s.thinking) = 'disabled' and coalesce(length(trim(r.reasoning)) > 0, false) as is_reasoned,
    r.status <> 'ok' as is_broken
  from passed p join requests r on r.campaign_id = $campaign and r.request_id = p.request_id
  left join stages s on s.campaign_id = $campaign and s.profile = r.profile and s.stage = r.stage
)
select profile, stage, list(distinct check_id order by check_id) as checks,
  count(distinct request_id) filter (where is_tagged)::bigint as tagged,
  count(distinct request_id) filter (where is_reasoned)::bigint as reasoned,
  count(distinct request_id) filter (where is_broken)::bigint as broken,
  list(distinct request_id order by request_id) as ids, list(distinct evidence_file) as files
from contradicted where is_tagged or is_reasoned or is_broken group by profile, stage order by profile, stage`;

/** Passed checks that their own text contradicts, one row a profile and stage: thoughts in the content, reasoning where it was disabled, or a request that did not end well. Empty when there are none. */
export const contradictions = ({query, campaignId}: AuditContext): Promise<Contradiction[]> =>
  query<Contradiction>(SQL, {campaign: campaignId});
