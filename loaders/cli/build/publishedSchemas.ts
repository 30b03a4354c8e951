import {z} from "zod";
import {ReviewersFile} from "../../../src/metrics/sealed/reviewers.js";
import {CampaignRecord, ImportRecord, ReportedRecord} from "../../../src/schema/campaign.js";
import {Decision} from "../../../src/schema/decision.js";
import {GpuSample, HostSnapshot, RestorationRecord, ServerSample} from "../../../src/schema/host.js";
import {Amendment, AmendmentLine, JournalLine, Manifest} from "../../../src/schema/journal.js";
import {Plan} from "../../../src/schema/plan.js";
import {Policy} from "../../../src/schema/policy.js";
import {Recipe} from "../../../src/schema/recipe.js";
import {RequestRecord} from "../../../src/schema/request.js";
import {StageRecord} from "../../../src/schema/stage.js";
import {WireFrame} from "../../../src/schema/wire.js";

/** One published schema: a stable file name, and which file of a campaign or of `configs/` it describes. */
interface Published {
  schema: z.ZodType;
  about: string;
  /** Written by people: what has a default may be left out. */
  input?: true;
}

/** Every persisted shape by its stable name. A change that breaks a reader gets a new version and a file of its own. */
const PUBLISHED: Record<string, Published> = {
  "plan.v1": {schema: Plan, about: "a plan: configs/*.toml, and plan.toml of a campaign", input: true},
  "recipe.v1": {schema: Recipe, about: "a recipe: configs/recipes/*.toml", input: true},
  "policy.v1": {schema: Policy, about: "a policy: configs/policies/*.toml, and policy.toml of a campaign", input: true},
  "reviewers.v1": {schema: ReviewersFile, about: "configs/reviewers.toml", input: true},
  "decision.v1": {schema: Decision, about: "what decide --json prints"},
  "campaign.v1": {schema: CampaignRecord, about: "campaign.json"},
  "stage.v1": {schema: StageRecord, about: "<profile>/<NN-slug>.json"},
  "request.v1": {schema: RequestRecord, about: "a line of <profile>/<NN-slug>.requests.jsonl"},
  "wire-frame.v1": {schema: WireFrame, about: "a line of <profile>/<NN-slug>.wire.jsonl.gz"},
  "journal.v1": {schema: JournalLine, about: "a line of journal.jsonl"},
  "host.v1": {schema: HostSnapshot, about: "host/before.json and host/after.json"},
  "gpu-sample.v1": {schema: GpuSample, about: "a line of telemetry/gpu.jsonl"},
  "server-sample.v1": {schema: ServerSample, about: "a line of telemetry/server.jsonl"},
  "restoration.v1": {schema: RestorationRecord, about: "restoration.json"},
  "reported.v1": {schema: ReportedRecord, about: "a line of reported.jsonl"},
  "import.v1": {schema: ImportRecord, about: "import.json"},
  "manifest.v1": {schema: Manifest, about: "manifest.json"},
  "amendment.v1": {schema: AmendmentLine, about: "a line of amendments.jsonl: a signed envelope"},
  "amendment-payload.v1": {schema: Amendment, about: "what such an envelope holds"}
};

/** The names of the published schemas with what each describes. */
export const SCHEMA_NAMES: readonly {name: string; about: string}[] = Object.entries(PUBLISHED).map(
  ([name, {about}]) => ({name, about})
);

/** JSON Schemas (draft 2020-12) of everything that is stored or printed, as text by file name: `plan.v1.json`. */
export function publishedSchemas(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(PUBLISHED).map(([name, {schema, about, input}]) => {
      const id = {
        $id: `urn:assay:schema:${name.replace(/\.v(\d+)$/, ":v$1")}`,
        title: `Assay ${name}`,
        description: about
      };
      const json = z.toJSONSchema(schema, {io: input ? "input" : "output"});
      return [`${name}.json`, `${JSON.stringify({...id, ...json}, null, 2)}\n`];
    })
  );
}
