import type {EvidenceSource} from "./evidenceSource.js";
import type {Point} from "./arm.js";

export interface Difference {
  setting: string;
  baseline: unknown;
  candidate: unknown;
  allowed: boolean;
}

/** Names of an arm, not settings of it: they differ by nature. */
const NAMES = new Set(["profile", "recipe", "served_model", "config_id"]);
/** Facts of a stage that are results or bookkeeping. */
const NOT_SETTINGS = new Set(["also", "n_planned", "time_scale"]);

/**
 * The matched-arms proof: every setting that differs between two profiles at a point, and whether it may
 * (`varies`, or a mere name). Settings are the profile's columns and `settings`, and those of its capacity stages there.
 */
export async function differences(
  db: EvidenceSource,
  campaignId: string,
  arms: {baseline: string; candidate: string},
  point: Point,
  varies: readonly string[]
): Promise<Difference[]> {
  const baseline = await settingsOf(db, campaignId, arms.baseline, point);
  const candidate = await settingsOf(db, campaignId, arms.candidate, point);
  return differing(baseline, candidate, varies);
}

/** The settings in which two arms differ, by name, each with both values; `allowed` where it is in `varies` or a mere name. Absent equals null. */
export function differing(
  baseline: Record<string, unknown>,
  candidate: Record<string, unknown>,
  varies: readonly string[]
): Difference[] {
  return [...new Set([...Object.keys(baseline), ...Object.keys(candidate)])]
    .sort()
    .filter((setting) => stable(baseline[setting]) !== stable(candidate[setting]))
    .map((setting) => ({
      setting,
      baseline: baseline[setting] ?? null,
      candidate: candidate[setting] ?? null,
      allowed: NAMES.has(setting) || varies.includes(setting)
    }));
}

/** A profile's settings at a point: its columns, its own settings and those of its capacity stages there; "several" where the stages disagree. */
export async function settingsOf(
  db: EvidenceSource,
  campaignId: string,
  profile: string,
  point: Point
): Promise<Record<string, unknown>> {
  const [own] = await db.query<Record<string, unknown> & {settings: string | null}>(
    `select recipe, model, image, served_model, engine, gpu, context_tokens, concurrency as configured_concurrency, settings
     from profiles where campaign_id = $campaign and profile = $profile`,
    {campaign: campaignId, profile}
  );
  const stages = await db.query<{settings: string | null}>(
    `select distinct settings from stages where campaign_id = $campaign and profile = $profile and kind = 'capacity'
       and nominal_prompt_tokens = $prompt and concurrency = $concurrency order by settings`,
    {campaign: campaignId, profile, prompt: point.nominal_prompt_tokens, concurrency: point.concurrency}
  );
  const {settings, ...columns} = own ?? {settings: null};
  const measured: Record<string, unknown> = {};
  for (const stage of stages)
    for (const [key, value] of Object.entries(parsed(stage.settings)))
      if (!NOT_SETTINGS.has(key))
        measured[key] = key in measured && stable(measured[key]) !== stable(value) ? "several" : value;
  return {...columns, ...parsed(settings), ...measured};
}

function parsed(text: string | null): Record<string, unknown> {
  if (text === null) return {};
  const value: unknown = JSON.parse(text);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** JSON with sorted keys; what is absent equals null. */
export function stable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stable).join(",")}]`;
  if (typeof value === "object" && value !== null)
    return `{${Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => `${JSON.stringify(k)}:${stable(v)}`)
      .join(",")}}`;
  return JSON.stringify(value ?? null);
}
