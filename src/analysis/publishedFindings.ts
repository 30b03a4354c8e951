import type {Finding} from "../schema/decision.js";

/** Findings that touch a value of a stage: those that name its metric, at the stage, its profile, or the whole campaign. */
export function touching(
  findings: readonly Finding[],
  value: {profile: string; stage: string; metric: string; requestIds: readonly string[]}
): Finding[] {
  const own = new Set(value.requestIds);
  return findings.filter(
    (finding) =>
      finding.metrics.includes(value.metric) &&
      (finding.profile === null || finding.profile === value.profile) &&
      (finding.stage === null || finding.stage === value.stage || finding.request_ids.some((id) => own.has(id)))
  );
}
