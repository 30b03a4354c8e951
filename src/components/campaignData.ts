import type {ComparisonResult} from "../schema/decision.js";

/** One measured point or step: a row of `stage_summary` with what its requests measured. */
export interface PointRow {
  profile: string;
  stage: string;
  /** Which start of the profile's server it was measured on, from 1; null where that is not recorded. */
  boot: number | null;
  kind: string;
  nominal_prompt_tokens: number | null;
  /** Median of the measured prompt tokens. */
  prompt_tokens: number | null;
  cached_share: number | null;
  concurrency: number | null;
  cache_declared: string | null;
  n_ok: number;
  n_failed: number;
  basis: string | null;
  decode_tok_s: number | null;
  effective_prefill_tok_s: number | null;
  uncached_prefill_tok_s: number | null;
  ttft_ms: number | null;
  ttfo_ms: number | null;
  /** Median over the point's requests of each one's largest gap between output deltas. */
  max_stall_ms: number | null;
  output_tok_s: number | null;
}

/** One request of a point, as far as the charts need it. */
export interface RequestRow {
  request_id: string;
  profile: string;
  stage: string;
  index: number;
  phase: string;
  status: string;
  finish_reason: string | null;
  prompt_tokens: number | null;
  cached_tokens: number | null;
  output_tokens: number | null;
  decode_tok_s: number | null;
  ttfo_ms: number | null;
  ttft_ms: number | null;
  e2e_ms: number | null;
  effective_prefill_tok_s: number | null;
  uncached_prefill_tok_s: number | null;
}

export interface ReserveRow {
  profile: string;
  gpu: string;
  idle_mib: number | null;
  peak_mib: number | null;
  after_mib: number | null;
  threshold_mib: number | null;
  verdict: string;
}

/** Free memory of a card while a stage ran; `t_ms` from the stage's first reading. */
export interface MemoryRow {
  profile: string;
  stage: string;
  gpu: string;
  t_ms: number;
  free_mib: number | null;
}

/** Drift of the end-to-end time over an endurance run: its change from start to end as a share, with Sen's interval and the verdict of the method page. */
export interface DriftRow {
  profile: string;
  stage: string;
  change: number;
  lo: number;
  hi: number;
  coverage: number;
  drift: boolean;
}

/** What the charts of a campaign page draw. */
export interface CampaignData {
  campaign_id: string;
  simulated: boolean;
  selected: string | null;
  points: PointRow[];
  requests: RequestRow[];
  reserve: ReserveRow[];
  memory: MemoryRow[];
  drifts: DriftRow[];
  comparisons: ComparisonResult[];
}
