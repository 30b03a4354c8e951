/** anvil control-evidence/v1: a claim that a thinking control works, and the files it rests on. The checks are derived from those files. */
import {z} from "zod";
import {mapped} from "../draft.js";
import type {Format} from "../draft.js";
import {textClaim} from "../claim.js";
import {asObject, readShape, text} from "../shape.js";
import {instant} from "../units.js";

const Control = z.looseObject({
  schema: z.literal("anvil-serving.control-evidence/v1"),
  status: text,
  control_mechanism: text,
  source: text,
  model: text,
  observed_at: text,
  disabled_evidence: text,
  enabled_evidence: text,
  result: text,
  observation: text
});

export const control: Format = {
  name: "anvil-serving.control-evidence/v1",
  kind: "thinking control",
  recognises: (first) => asObject(first)["schema"] === "anvil-serving.control-evidence/v1",
  map(file) {
    const {value: doc, problems} = readShape(Control, file.records[0]);
    if (!doc) return mapped({problems});
    const inText = (doc.source ?? "").slice(0, 5000).match(/[\w.-]+\.json/g) ?? [];
    const evidence = [
      ...new Set([doc.disabled_evidence, doc.enabled_evidence, ...inText].filter((n) => typeof n === "string"))
    ];
    return mapped({
      control: {
        model: doc.model ?? null,
        observedAt: instant(doc.observed_at),
        status: doc.status ?? null,
        evidence,
        enabledEvidence: doc.enabled_evidence ?? null
      },
      reported: [
        ...textClaim("thinking_control_status", doc.status, "$.status"),
        ...textClaim("thinking_control_mechanism", doc.control_mechanism, "$.control_mechanism"),
        ...textClaim("thinking_control_source", doc.source, "$.source"),
        ...textClaim(
          "thinking_control_result",
          doc.result ?? doc.observation,
          doc.result ? "$.result" : "$.observation"
        )
      ].map((row) => ({...row, model: doc.model ?? null})),
      named: evidence.map((f) => ({file: f, sha256: null})),
      problems
    });
  }
};
