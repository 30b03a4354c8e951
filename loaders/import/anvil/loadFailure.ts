/** anvil bakeoff-load-failure/v1: a server that did not start. A stage with a failure and nothing measured. */
import {z} from "zod";
import {mapped, stageDraft} from "../draft.js";
import type {Format, Mapped} from "../draft.js";
import {leafClaims} from "../claim.js";
import {asObject, listOf, readShape, text} from "../shape.js";
import {instant} from "../units.js";
import {reserveSettings} from "./reserveSettings.js";

const LoadFailure = z.looseObject({
  schema: z.literal("anvil-serving.bakeoff-load-failure/v1"),
  identity: z.looseObject({model: text, served_model_name: text, config_id: text, attempted_at: text}).nullish(),
  engine: z.looseObject({image: text, vllm_version: text, gpu: text}).nullish(),
  outcome: text,
  failure_class: text,
  error_excerpt: listOf(z.string()),
  verdict: text
});

export const loadFailure: Format = {
  name: "anvil-serving.bakeoff-load-failure/v1",
  kind: "failure record",
  recognises: (first) => asObject(first)["schema"] === "anvil-serving.bakeoff-load-failure/v1",
  map(file): Mapped {
    const {value: doc, problems} = readShape(LoadFailure, file.records[0]);
    if (!doc) return mapped({problems});
    const model = doc.identity?.served_model_name ?? doc.identity?.model ?? "unnamed";
    const lines = (doc.error_excerpt ?? []).filter((l): l is string => l !== null);
    return mapped({
      stages: [
        stageDraft({
          model,
          kind: "launch",
          slug: "launch",
          startedAt: instant(doc.identity?.attempted_at),
          settings: {...reserveSettings},
          failure: {
            code: doc.failure_class ?? doc.outcome ?? "load-failure",
            message: lines[0] ?? doc.verdict ?? "the file does not say why",
            log_tail: lines
          },
          reported: leafClaims(file.records[0]).filter((r) => r.json_path !== "$.schema")
        })
      ],
      profiles: [
        {
          model,
          identity: {model: doc.identity?.model ?? null, image: doc.engine?.image ?? null},
          engine: doc.engine?.vllm_version ? `vllm ${doc.engine.vllm_version}` : null,
          gpu: doc.engine?.gpu ?? null,
          settings: doc.identity?.config_id ? {config_id: doc.identity.config_id} : {}
        }
      ],
      problems
    });
  }
};
