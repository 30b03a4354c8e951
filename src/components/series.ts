import type {CampaignData, MemoryRow, PointRow, RequestRow, ReserveRow} from "./campaignData.js";

/** Points of one stream: what the ladder over context draws, in order of measured tokens. */
export function ladderPoints(data: CampaignData): PointRow[] {
  return data.points
    .filter((p) => p.kind === "capacity" && (p.concurrency ?? 1) === 1 && p.prompt_tokens !== null)
    .sort((a, b) => a.profile.localeCompare(b.profile) || (a.prompt_tokens ?? 0) - (b.prompt_tokens ?? 0));
}

/** Points of profiles that were measured at more than one concurrency, or above 1. */
export function concurrencyPoints(data: CampaignData): PointRow[] {
  return data.points
    .filter((p) => p.kind === "capacity" && p.concurrency !== null && p.output_tok_s !== null)
    .filter((p, _, all) => p.concurrency !== 1 || all.some((q) => q.profile === p.profile && q.concurrency !== 1))
    .sort((a, b) => a.profile.localeCompare(b.profile) || (a.concurrency ?? 0) - (b.concurrency ?? 0));
}

/** The readings of each card, the selected profile first. */
export function reserveRows(data: CampaignData): ReserveRow[] {
  const first = (row: ReserveRow) => Number(row.profile !== data.selected);
  return data.reserve
    .filter((r) => r.idle_mib !== null || r.peak_mib !== null || r.after_mib !== null)
    .sort((a, b) => first(a) - first(b) || a.profile.localeCompare(b.profile) || a.gpu.localeCompare(b.gpu));
}

export interface EnduranceRun {
  profile: string;
  stage: string;
  requests: RequestRow[];
  memory: MemoryRow[];
}

/** The longest endurance run of each profile that has one, the selected profile first. */
export function enduranceRuns(data: CampaignData): EnduranceRun[] {
  const stages = data.points.filter((p) => p.kind === "endurance");
  const runs = stages.map(({profile, stage}) => ({
    profile,
    stage,
    requests: data.requests.filter((r) => r.profile === profile && r.stage === stage).sort((a, b) => a.index - b.index),
    memory: data.memory.filter((m) => m.profile === profile && m.stage === stage)
  }));
  return runs
    .filter((run) => run.requests.length > 0)
    .sort((a, b) => Number(a.profile !== data.selected) - Number(b.profile !== data.selected));
}
