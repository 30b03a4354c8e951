/** anvil live-state records: what ran on the host at one moment. Two of them, before and after, make the restoration proof. */
import {z} from "zod";
import {mapped} from "../draft.js";
import type {Format, Mapped} from "../draft.js";
import {textClaim} from "../claim.js";
import {asObject, readShape, text} from "../shape.js";
import {count, instant} from "../units.js";

const SCHEMAS = new Set([
  "anvil-serving.qualification-live-state/v1",
  "anvil-serving.qualification-live-recheck/v1",
  "anvil-serving.final-state/v1",
  "agents-a1-campaign-serve-state/v1"
]);

const Live = z.looseObject({
  schema: z.string(),
  captured_at: text,
  observed_at: text,
  served_model_name: text,
  configured_context_tokens: z.number().nullish(),
  runtime_image_digest: text,
  target: z.looseObject({repository: text, revision: text}).nullish(),
  health: z.unknown().optional(),
  health_status: z.unknown().optional(),
  candidate_container_present: z.boolean().nullish()
});

/** Not state of the host, but words about the record. */
const NOT_STATE = new Set([
  "schema",
  "captured_at",
  "observed_at",
  "matches_starting_state",
  "private_values_redacted",
  "outcome",
  "captured",
  "source",
  "note",
  "restored",
  "restore_contract"
]);

export const liveState: Format = {
  name: "anvil live state",
  kind: "live state",
  recognises: (first) => SCHEMAS.has(String(asObject(first)["schema"])),
  map(file): Mapped {
    const {value: doc, problems} = readShape(Live, file.records[0]);
    if (!doc) return mapped({problems});
    const fields = flatten(doc);
    const model = doc.served_model_name ?? null;
    const statuses = Object.entries(fields)
      .filter(([key]) => /(^|\.)health(_status)?$/.test(key))
      .map(([, v]) => v)
      .filter((v) => v !== null);
    return mapped({
      live: {
        capturedAt: instant(doc.captured_at ?? doc.observed_at),
        fields,
        health: statuses.length === 0 ? null : statuses.every((v) => v === 200 || v === "pass" || v === "healthy"),
        candidateGone: candidateGone(doc, fields)
      },
      profiles:
        model === null
          ? []
          : [
              {
                model,
                role: "incumbent",
                identity: {model: pinnedTarget(doc.target), image: null},
                model_revision: doc.target?.revision ?? null,
                settings: {},
                image_digest: doc.runtime_image_digest ?? null,
                context_tokens: count(doc.configured_context_tokens)
              }
            ],
      reported: [
        ...textClaim(
          "matches_starting_state",
          flagWord(asObject(doc)["matches_starting_state"]),
          "$.matches_starting_state"
        ),
        ...textClaim("live_state_outcome", flagWord(asObject(doc)["outcome"]), "$.outcome")
      ],
      problems
    });
  }
};

const pinnedTarget = (
  t: {repository?: string | null | undefined; revision?: string | null | undefined} | null | undefined
) => (t?.repository ? (t.revision ? `${t.repository}@${t.revision}` : t.repository) : null);

const flagWord = (v: unknown): string | null => (typeof v === "boolean" || typeof v === "string" ? String(v) : null);

/** Nested objects, and lists of objects, become dotted keys; other lists stay whole, so that they compare as lists. */
function flatten(doc: object, prefix = "", depth = 0): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(doc)) {
    if ((prefix === "" && NOT_STATE.has(key)) || /uuid/i.test(key)) continue;
    const nested =
      typeof value === "object" &&
      value !== null &&
      (!Array.isArray(value) || value.some((v) => typeof v === "object"));
    if (nested && depth < 8) Object.assign(out, flatten(value as object, `${prefix}${key}.`, depth + 1));
    else out[`${prefix}${key}`] = value;
  }
  return out;
}

/** Gone: said outright, or the list of the campaign's own containers is empty. */
function candidateGone(doc: z.infer<typeof Live>, fields: Record<string, unknown>): boolean | null {
  if (doc.candidate_container_present != null) return !doc.candidate_container_present;
  const lists = Object.entries(fields).filter(([key, v]) => /containers_named/.test(key) && Array.isArray(v));
  return lists.length === 0 ? null : lists.every(([, v]) => (v as unknown[]).length === 0);
}
