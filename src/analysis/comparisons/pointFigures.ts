import {sameQuantity} from "../../metrics/sameQuantity.js";
import type {EvidenceSource} from "./evidenceSource.js";

/** A row of the view `point_figures`: the p50 of a metric at one point. */
export interface PointFigure {
  campaign_id: string;
  profile: string;
  stage: string;
  concurrency: number | null;
  nominal_prompt_tokens: number | null;
  prompt_tokens_p50: number | null;
  metric: string;
  p50: number;
  n: number | null;
  basis: string | null;
  source: "derived" | "reported";
  json_path: string | null;
  simulated: boolean;
  time_scale: number | null;
}

/**
 * The figure of each point for a metric: derived from its requests where that can be, else the file's claim. Several
 * claims of one point (a file with several runs under one stage) keep the first path.
 */
export async function pointFigures(
  db: Pick<EvidenceSource, "query">,
  metric: string,
  campaignIds: readonly string[]
): Promise<PointFigure[]> {
  return db.query<PointFigure>(
    `select f.campaign_id, f.profile, f.stage, f.concurrency, f.nominal_prompt_tokens, f.prompt_tokens_p50, f.metric, f.p50,
       f.n, f.basis, f.source, f.json_path, c.simulated, c.time_scale
     from point_figures f join campaigns c using (campaign_id) where f.metric = $metric and list_contains(string_split($campaigns, chr(10)), f.campaign_id)
     qualify row_number() over (partition by f.campaign_id, f.profile, f.stage order by f.source, f.json_path) = 1
     order by f.started_at nulls last, f.campaign_id, f.profile, f.stage`,
    {metric, campaigns: campaignIds.join("\n")}
  );
}

/** Measured prompts that differ by no more than this share count as one size. */
const PROMPT_SHARE = 0.02;

/** Why two figures may not be set against each other, as sentences, the bases first; empty when they may. */
export function whyNot(baseline: PointFigure, candidate: PointFigure): string[] {
  const reasons: string[] = [];
  if (!sameQuantity(baseline.basis, candidate.basis))
    reasons.push(
      `the values are of different bases: ${basisOf(baseline)} for ${nameOf(baseline)}, ${basisOf(candidate)} for ${nameOf(candidate)}`
    );
  if (baseline.simulated !== candidate.simulated) reasons.push("one is simulated, the other is not");
  else if (baseline.simulated && baseline.time_scale !== candidate.time_scale)
    reasons.push(`the arms ran at different time scales: ${baseline.time_scale ?? 1} and ${candidate.time_scale ?? 1}`);
  const [c, d] = [baseline.concurrency, candidate.concurrency];
  if (c !== null && d !== null && c !== d) reasons.push(`the requests in flight differ: ${c} and ${d}`);
  const [p, q] = [baseline.prompt_tokens_p50, candidate.prompt_tokens_p50];
  if (p !== null && q !== null && Math.abs(q / p - 1) > PROMPT_SHARE)
    reasons.push(`the measured prompts differ by more than 2 %: ${p} and ${q} tokens`);
  return reasons;
}

const basisOf = (figure: PointFigure): string => `${figure.basis ?? "none stated"} (${figure.source})`;

/** The arm of a comparison between files: a profile alone does not tell two files of one model apart. */
export const nameOf = ({profile, stage}: Pick<PointFigure, "profile" | "stage">): string => `${profile}/${stage}`;
