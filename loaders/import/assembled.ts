/** One campaign put together from mapped files, ready to be written: plain records, safe names, no file system. */
import type {CampaignRecord, ImportRecord, ReportedRecord} from "../../src/schema/campaign.js";
import type {RestorationRecord} from "../../src/schema/host.js";
import type {RequestRecord} from "../../src/schema/request.js";
import type {StageRecord} from "../../src/schema/stage.js";
import type {Mapped} from "./draft.js";

export interface Assembled {
  campaign: CampaignRecord;
  stages: {record: StageRecord; requests: RequestRecord[]}[];
  reported: ReportedRecord[];
  restoration: RestorationRecord | null;
  import: ImportRecord;
  recipes: {name: string; toml: string}[];
}

/** A file as it was read and mapped; `mapped` null when it is not known or not readable. */
export interface ReadFile {
  name: string;
  sha256: string;
  size: number;
  keptAs: string | null;
  format: string | null;
  kind: string | null;
  reason: string | null;
  mapped: Mapped | null;
}
