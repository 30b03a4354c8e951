/** What a format's mapper hands back; the assembler turns many of these into one campaign. Names in drafts are not yet safe for paths. */
import type {z} from "zod";
import type {ProfileRecord, ReportedRecord} from "../../src/schema/campaign.js";
import type {RequestRecord} from "../../src/schema/request.js";
import type {Attempt, Check, ReserveReading, ServerState, StageRecord} from "../../src/schema/stage.js";

/** A request of a foreign file: what the file holds; everything else becomes null. `index` null: numbered in order. */
export type RequestDraft = Partial<Omit<RequestRecord, "schema" | "request_id" | "profile" | "stage" | "index">> & {
  status: RequestRecord["status"];
  index: number | null;
};

/** Points at requests of the same draft by position; the assembler turns them into request ids. */
export type CheckDraft = Omit<z.infer<typeof Check>, "request_ids"> & {
  requests: number[];
  /** Requests of other stages that the check rests on. */
  elsewhere?: {stage: StageDraft; request: number}[];
};
export type AttemptDraft = Omit<z.infer<typeof Attempt>, "request_id"> & {request: number | null};

export type Settings = Partial<StageRecord["settings"]>;

export interface StageDraft {
  /** Served model name, or the tool's name where a file does not say. */
  model: string;
  kind: StageRecord["kind"];
  slug: string;
  startedAt: string | null;
  endedAt: string | null;
  wallS: number | null;
  settings: Settings;
  requests: RequestDraft[];
  checks: CheckDraft[];
  attempts: AttemptDraft[];
  reserve: z.infer<typeof ReserveReading>[];
  serverAfter: Partial<z.infer<typeof ServerState>> | null;
  failure: StageRecord["failure"];
  reported: ReportedDraft[];
  notes: string[];
}

export type ReportedDraft = Omit<ReportedRecord, "schema" | "profile" | "stage" | "file"> & {
  /** Served model name the claim is about; absent: the stage's, else none. */
  model?: string | null;
};

/** Facts about a profile, which is known by the name it is served under (`model`). `identity` is what runs under that name. */
export type ProfileFacts = {model: string; identity?: {model: string | null; image: string | null}} & Partial<
  Omit<ProfileRecord, "profile" | "served_model" | "model">
>;

/** A snapshot of the host's live state: flat fields, compared with another of the same kind. */
export interface LiveState {
  capturedAt: string | null;
  fields: Record<string, unknown>;
  health: boolean | null;
  candidateGone: boolean | null;
  file: string;
}

export interface CampaignFacts {
  startedAt: string | null;
  finishedAt: string | null;
  campaignId: string | null;
  hardware: string | null;
  evidenceLabels: string[];
  decisionLabels: string[];
  promotionAuthorized: boolean | null;
  /** Identity that a run plan holds for every profile of its campaign. */
  model: string | null;
  image: string | null;
  /** Controls of a run plan: revision and digest that every stage shares. */
  modelRevision: string | null;
  imageDigest: string | null;
}

/** A control file names the evidence it rests on, and perhaps the model. */
export interface ControlClaim {
  model: string | null;
  observedAt: string | null;
  status: string | null;
  /** File names, as the claim writes them. */
  evidence: string[];
  enabledEvidence: string | null;
}

export interface Mapped {
  stages: StageDraft[];
  reported: ReportedDraft[];
  profiles: ProfileFacts[];
  facts: Partial<CampaignFacts>;
  live: Omit<LiveState, "file"> | null;
  control: ControlClaim | null;
  named: {file: string; sha256: string | null}[];
  recipes: {name: string; toml: string}[];
  notMapped: string[];
  problems: string[];
}

/** A mapper's result, empty but for what is given. */
export function mapped(part: Partial<Mapped>): Mapped {
  return {
    stages: [],
    reported: [],
    profiles: [],
    facts: {},
    live: null,
    control: null,
    named: [],
    recipes: [],
    notMapped: [],
    problems: [],
    ...part
  };
}

/** A stage draft, empty but for what is given. */
export function stageDraft(part: Partial<StageDraft> & Pick<StageDraft, "model" | "kind" | "slug">): StageDraft {
  return {
    startedAt: null,
    endedAt: null,
    wallS: null,
    settings: {},
    requests: [],
    checks: [],
    attempts: [],
    reserve: [],
    serverAfter: null,
    failure: null,
    reported: [],
    notes: [],
    ...part
  };
}

/** One foreign file as its format sees it: one value (JSON, TOML) or the records of a JSONL file. */
export interface ForeignFile {
  /** Path relative to the imported folder, with `/`. */
  name: string;
  records: unknown[];
  /** Documents of the same import, by sha256 of their original bytes: a suite that an answer file names. */
  siblings: ReadonlyMap<string, unknown>;
  /** From this many requests on, a capacity point also serves the endurance gate. */
  enduranceRequests: number;
}

/** One foreign format: known by content only, never by a file's name. */
export interface Format {
  name: string;
  /** One word for the table of counts. */
  kind: string;
  /** A file of it may hold several runs, one record each. */
  appendsRuns?: true;
  recognises(first: unknown): boolean;
  map(file: ForeignFile): Mapped;
}
