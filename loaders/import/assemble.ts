/** Many mapped files become one campaign. */
import type {CampaignRecord} from "../../src/schema/campaign.js";
import type {Assembled, ReadFile} from "./assembled.js";
import {buildComparisons} from "./buildComparisons.js";
import {buildProfiles} from "./buildProfiles.js";
import {buildRestoration} from "./buildRestoration.js";
import {buildStages, reportedRow} from "./buildStages.js";
import type {BuiltStage, PlacedDraft} from "./buildStages.js";
import type {CampaignFacts} from "./draft.js";
import {importRecord} from "./importRecord.js";
import {safeName, uniquely} from "./safeName.js";
import {thinkingStages} from "./thinkingStages.js";

export interface CampaignIdentity {
  campaignId: string;
  policySha256: string;
  version: string;
}

/** `names`: every file of the import, also those that were not read. */
export function assemble(files: ReadFile[], identity: CampaignIdentity): Assembled {
  const profileOf = profileNames();
  const placed: PlacedDraft[] = files.flatMap((f) =>
    (f.mapped?.stages ?? []).map((draft) => ({draft, file: f.keptAs ?? f.name, source: f.name}))
  );
  const {stages, left} = buildStages([...placed, ...thinkingStages(files)], profileOf);
  const facts = mergeFacts(files);
  const measured = new Set(stages.map((s) => s.record.profile));
  const profileFacts = files.flatMap((f) => f.mapped?.profiles ?? []);
  const times = span(stages, files);
  const live = files.flatMap((f) => (f.mapped?.live ? [{...f.mapped.live, file: f.keptAs ?? f.name}] : []));
  const campaign: CampaignRecord = {
    schema: "assay.campaign/v1",
    campaign_id: identity.campaignId,
    origin: stages.some((s) => s.requests.length > 0 || s.record.reserve.length > 0) ? "imported" : "reported",
    question: null,
    simulated: false,
    time_scale: null,
    lifecycle: null,
    tool: {name: "assay import", version: identity.version, commit: null},
    plan_sha256: null,
    policy_sha256: identity.policySha256,
    started_at: facts.startedAt ?? times.first,
    finished_at: facts.finishedAt ?? times.last,
    clocks: [],
    hardware: facts.hardware ?? null,
    ceilings: {decode_tok_s: null, prefill_tok_s: null},
    profiles: buildProfiles(profileFacts, measured, profileOf, facts),
    comparisons: buildComparisons(stages.filter((s) => s.requests.length > 0).map((s) => s.record)),
    not_applicable: [],
    declared: {
      evidence_labels: facts.evidenceLabels ?? [],
      decision_labels: facts.decisionLabels ?? [],
      promotion_authorized: facts.promotionAuthorized ?? null
    }
  };
  const loose = files.flatMap((f) =>
    (f.mapped?.reported ?? []).map((r) => reportedRow(r, r.model ? profileOf(r.model) : null, null, f.keptAs ?? f.name))
  );
  return {
    campaign,
    stages: stages.map(({record, requests}) => ({record, requests})),
    reported: [...stages.flatMap((s) => s.reported), ...loose],
    restoration: buildRestoration(live),
    import: importRecord(files, stages, left),
    recipes: namedOnce(files.flatMap((f) => f.mapped?.recipes ?? []))
  };
}

/** Folders of a campaign that are no profile. */
const OWN_FOLDERS = new Set(["imported", "recipes", "host", "telemetry"]);

/** The first recipe of a name is kept. */
const namedOnce = (recipes: Assembled["recipes"]): Assembled["recipes"] => [
  ...new Map([...recipes].reverse().map((r) => [r.name.toLowerCase(), r])).values()
];

/** A served model's name as a profile; different names that would become equal get a number. */
function profileNames(): (model: string) => string {
  const unique = uniquely();
  const known = new Map<string, string>();
  return (model) => {
    const found = known.get(model);
    if (found !== undefined) return found;
    const safe = safeName(model);
    const name = unique(OWN_FOLDERS.has(safe.toLowerCase()) ? `${safe}-profile` : safe);
    known.set(model, name);
    return name;
  };
}

/** The first file that knows a fact gives it. */
function mergeFacts(files: ReadFile[]): Partial<CampaignFacts> {
  const merged: Partial<CampaignFacts> = {};
  for (const f of files)
    for (const [key, value] of Object.entries(f.mapped?.facts ?? {}))
      if (value !== null && (merged as Record<string, unknown>)[key] === undefined)
        Object.assign(merged, {[key]: value});
  return merged;
}

/** First and last instant that any file holds; null when none holds one. */
function span(stages: BuiltStage[], files: ReadFile[]): {first: string | null; last: string | null} {
  const times = [
    ...stages.flatMap((s) => [s.record.started_at, s.record.ended_at]),
    ...files.map((f) => f.mapped?.live?.capturedAt ?? null)
  ]
    .filter((t): t is string => t !== null)
    .sort();
  return {first: times[0] ?? null, last: times.at(-1) ?? null};
}

/** The date that the evidence itself holds (the earliest instant in it), as YYYY-MM-DD; null when it holds none. */
export function evidenceDate(files: ReadFile[]): string | null {
  const facts = mergeFacts(files);
  const starts = files
    .flatMap((f) => [
      ...(f.mapped?.stages ?? []).flatMap((s) => [s.startedAt, s.endedAt]),
      f.mapped?.live?.capturedAt ?? null
    ])
    .filter((t): t is string => t !== null)
    .sort();
  return (facts.startedAt ?? starts[0] ?? null)?.slice(0, 10) ?? null;
}
