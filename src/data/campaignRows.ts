import type {CampaignPage} from "./campaignPage.js";
import {theilSenDrift} from "../analysis/statistics/index.js";
import {enduranceRuns} from "../components/series.js";
import type {CampaignData, DriftRow, MemoryRow, PointRow, RequestRow, ReserveRow} from "../components/campaignData.js";
import type {Decision} from "../schema/decision.js";
import type {EvidenceSource} from "./evidenceSource.js";
import type {EvidenceFile} from "./html/evidenceSection.js";
import type {ReportedRow} from "./html/reportedSection.js";
import type {RestorationField} from "./html/restorationSection.js";
import type {CampaignFacts} from "./html/verdictSection.js";

/** Requests that a campaign page draws at most; beyond it the stages' medians stay and the page says what was left out. */
export const DRAWN_REQUESTS = 5000;

/** What a stage is for: an endurance run that was recorded as a capacity point counts as one. */
const PURPOSE = `select campaign_id, profile, stage, case when list_contains(also, 'endurance') then 'endurance' else kind end as purpose from stages`;

/** Boots of a profile that are known, counted in the order in which their first stage began. */
const BOOTS = `select profile, stage, dense_rank() over (partition by profile order by began) as boot from (
  select profile, stage, min(started_at) over (partition by profile, boot_id) as began
  from stages where campaign_id = $campaign and boot_id is not null and started_at is not null)`;

const POINTS = `select s.profile, s.stage, b.boot, t.purpose as kind, s.nominal_prompt_tokens, s.prompt_tokens_p50 as prompt_tokens,
  s.cached_share_p50 as cached_share, s.concurrency, s.cache_declared, s.n_ok, s.n_failed, s.basis, s.decode_tok_s_p50 as decode_tok_s,
  s.effective_prefill_tok_s_p50 as effective_prefill_tok_s, s.uncached_prefill_tok_s_p50 as uncached_prefill_tok_s,
  s.ttft_ms_p50 as ttft_ms, s.ttfo_ms_p50 as ttfo_ms, s.max_stall_ms_p50 as max_stall_ms, s.output_tok_s
  from stage_summary as s join (${PURPOSE}) as t using (campaign_id, profile, stage)
  left join (${BOOTS}) as b using (profile, stage)
  where s.campaign_id = $campaign order by s.profile, s.stage`;

const REQUESTS = `select m.request_id, m.profile, m.stage, m."index", m.phase, m.status, m.finish_reason, m.prompt_tokens, m.cached_tokens,
  m.output_tokens, m.decode_tok_s, m.ttfo_ms, m.ttft_ms, m.e2e_ms, m.effective_prefill_tok_s, m.uncached_prefill_tok_s
  from request_metrics as m join (${PURPOSE}) as t using (campaign_id, profile, stage)
  where m.campaign_id = $campaign and t.purpose in ('capacity', 'endurance') order by m.profile, m.stage, m."index" limit ${DRAWN_REQUESTS}`;

const MEMORY = `select g.profile, g.stage, g.gpu, g.t_ms, g.free_mib from gpu_samples as g join (${PURPOSE}) as t using (campaign_id, profile, stage)
  where g.campaign_id = $campaign and t.purpose = 'endurance' and g.free_mib is not null order by g.profile, g.stage, g.t_ms`;

const REPORTED = `select profile, stage, metric, statistic, value, text, unit, file, json_path from reported
  where campaign_id = $campaign order by file, json_path, metric, statistic`;

/** Everything of one campaign that its page shows beside the decision. */
export async function campaignRows(
  source: EvidenceSource,
  decision: Decision
): Promise<Omit<CampaignPage, "decision">> {
  const campaign = {campaign: decision.campaign_id};
  const all = <T extends object>(sql: string) => source.query<T>(sql, campaign);
  const [facts] = await all<CampaignFacts>(
    `select origin, question, simulated, time_scale, started_at, tool from campaigns where campaign_id = $campaign`
  );
  const data: CampaignData = {
    campaign_id: decision.campaign_id,
    simulated: decision.simulated,
    selected: decision.selected,
    points: await all<PointRow>(POINTS),
    requests: await all<RequestRow>(REQUESTS),
    reserve: await all<ReserveRow>(
      `select profile, gpu, idle_mib, peak_mib, after_mib, threshold_mib, verdict from reserve where campaign_id = $campaign order by profile, gpu`
    ),
    memory: thin(await all<MemoryRow>(MEMORY), 600),
    drifts: [],
    comparisons: decision.comparisons
  };
  return {
    facts: facts ?? {
      origin: "unknown",
      question: null,
      simulated: decision.simulated,
      time_scale: null,
      started_at: null,
      tool: null
    },
    data: {...data, drifts: drifts(data)},
    // Where something was recomputed, what the files claim stands in the findings (summary-mismatch) and in SQL.
    reported: facts?.origin === "reported" ? await all<ReportedRow>(REPORTED) : [],
    restoration: await all<RestorationField>(
      `select field, "before", "after", equal, required from restoration_fields where campaign_id = $campaign order by field`
    ),
    files: await all<EvidenceFile>(
      `select path, sha256, size, lines, format, mapped, reason from artifacts where campaign_id = $campaign order by path`
    )
  };
}

/** Drift of the end-to-end time over each endurance run; a run of fewer than twenty answers has none. */
function drifts(data: CampaignData): DriftRow[] {
  return enduranceRuns(data).flatMap(({profile, stage, requests}) => {
    const times = requests.flatMap((r) => (r.status === "ok" && r.e2e_ms !== null ? [r.e2e_ms] : []));
    const drift = theilSenDrift(times);
    return drift === null ? [] : [{profile, stage, ...drift}];
  });
}

/** Every k-th row, so that a line of readings keeps its shape on at most `most` points. */
function thin<T>(rows: T[], most: number): T[] {
  const step = Math.ceil(rows.length / most);
  return step <= 1 ? rows : rows.filter((_, i) => i % step === 0);
}
