/**
 * anvil records that state things and measure no request: summaries, registries, logs, inventories, probes.
 * Every leaf becomes a `reported` row under its own name; long inventories are cut and say so.
 */
import {mapped} from "../draft.js";
import type {Format, Mapped} from "../draft.js";
import {leafClaims} from "../claim.js";
import {asObject} from "../shape.js";

const LIMIT = 400;

/** Schema name to the kind it is counted under. */
const KINDS = new Map([
  ["anvil-serving.benchmark-decision-summary/v1", "decision summary"],
  ["anvil-serving.benchmark-restoration/v1", "restoration claim"],
  ["anvil-serving.container-image-metadata/v1", "image metadata"],
  ["anvil-serving.llm-qualification-workload/v1", "workload manifest"],
  ["anvil-serving.mtp-ab-probe/v1", "comparison claim"],
  ["anvil-serving.bakeoff-environment/v1", "environment"],
  ["anvil-serving.bakeoff-recommendations/v1", "recommendations"],
  ["anvil-serving.bakeoff-source-registry/v1", "source registry"],
  ["anvil-serving-research-source-registry/v1", "source registry"],
  ["source-registry/v1", "source registry"],
  ["agents-a1-cache-cleanup/v1", "cache inventory"],
  ["model-cache-inventory/v1", "cache inventory"],
  ["kernel-tune-ab-comparison/v1", "comparison claim"],
  ["paired-capacity-comparison/v1", "comparison claim"],
  ["router-multimodal-error-evidence/v1", "router evidence"],
  ["router-multimodal-qualification-evidence/v1", "router evidence"],
  ["qualification-friction-log/v1", "friction log"],
  ["anvil-serving.speculative-decoding-snapshot/v1", "speculation snapshot"],
  ["anvil-serving.speculative-decoding-observation/v1", "speculation snapshot"],
  ["external-runtime-lead/v1", "source registry"],
  ["anvil-serving.compatibility/v1", "failure record"]
]);

export const records: Format[] = [...KINDS].map(([name, kind]) => ({
  name,
  kind,
  recognises: (first) => (asObject(first)["schema"] ?? asObject(first)["schema_version"]) === name,
  map: (file) => mapRecord(file.records[0])
}));

function mapRecord(document: unknown): Mapped {
  const doc = asObject(document);
  const rows = leafClaims(doc, "$", LIMIT).filter(
    (r) => r.json_path !== "$.schema" && r.json_path !== "$.schema_version"
  );
  const campaign = doc["campaign_id"];
  return mapped({
    facts: typeof campaign === "string" ? {campaignId: campaign} : {},
    reported: rows.map((row) => ({...row, model: typeof doc["model"] === "string" ? doc["model"] : null})),
    named: fileNames(doc).map((file) => ({file, sha256: null})),
    notMapped: rows.length >= LIMIT - 1 ? [`leaves beyond the first ${LIMIT}`] : []
  });
}

/** Files that a record lists under `evidence`. */
function fileNames(doc: unknown, depth = 0): string[] {
  if (typeof doc !== "object" || doc === null || depth > 6) return [];
  return Object.entries(doc).flatMap(([key, value]) =>
    key === "evidence" && Array.isArray(value)
      ? value.filter((v): v is string => typeof v === "string" && /^[^\s]+\.[a-z0-9]{2,5}$/i.test(v))
      : fileNames(value, depth + 1)
  );
}
