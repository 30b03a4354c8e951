/** anvil configuration, run plan and image metadata: who was measured and on what. They carry no measurement. */
import {z} from "zod";
import {mapped} from "../draft.js";
import type {Format, Mapped} from "../draft.js";
import {leafClaims} from "../claim.js";
import {amount, asObject, readShape, text} from "../shape.js";
import {count} from "../units.js";

const Configuration = z.looseObject({
  schema: z.literal("anvil-serving.llm-qualification-configuration/v1"),
  campaign_id: text,
  model: z.looseObject({repository: text, revision: text}).nullish(),
  runtime: z.looseObject({image: text, digest: text}).nullish(),
  hardware: z.looseObject({gpu_product: text, count: amount, interconnect: text, platform: text}).nullish(),
  topology: z.looseObject({operating_mode: text, tensor_parallel_size: amount}).nullish(),
  candidate: z
    .looseObject({served_model_name: text, configured_context_tokens: amount, max_running_requests: amount})
    .nullish()
});

export const configuration: Format = {
  name: "anvil-serving.llm-qualification-configuration/v1",
  kind: "identity",
  recognises: (first) => asObject(first)["schema"] === "anvil-serving.llm-qualification-configuration/v1",
  map(file): Mapped {
    const {value: doc, problems} = readShape(Configuration, file.records[0]);
    if (!doc) return mapped({problems});
    const model = pinned(doc.model?.repository, doc.model?.revision);
    const image = pinned(doc.runtime?.image, doc.runtime?.digest);
    const served = doc.candidate?.served_model_name;
    return mapped({
      facts: {campaignId: doc.campaign_id ?? null, hardware: hardwareSentence(doc), model, image},
      profiles: served
        ? [
            {
              model: served,
              role: "candidate",
              identity: {model, image},
              model_revision: doc.model?.revision ?? null,
              image_digest: doc.runtime?.digest ?? null,
              context_tokens: count(doc.candidate?.configured_context_tokens),
              concurrency: count(doc.candidate?.max_running_requests),
              settings: {}
            }
          ]
        : [],
      reported: leafClaims(file.records[0]).filter((r) => r.metric !== "schema"),
      problems
    });
  }
};

const pinned = (name: string | null | undefined, at: string | null | undefined): string | null =>
  name ? (at ? `${name}@${at}` : name) : null;

/** "2x <card>, exclusive TP=2, <interconnect>, <innermost platform>": the facts of the record, in one sentence. */
function hardwareSentence(doc: z.infer<typeof Configuration>): string | null {
  const h = doc.hardware;
  if (!h?.gpu_product) return null;
  const tp = count(doc.topology?.tensor_parallel_size);
  const exclusive = /exclusive/.test(doc.topology?.operating_mode ?? "") ? "exclusive " : "";
  const parts = [
    `${count(h.count) === null ? "" : `${count(h.count)}x `}${h.gpu_product}`,
    tp === null ? exclusive.trim() : `${exclusive}TP=${tp}`,
    h.interconnect ?? "",
    h.platform?.split(",").at(-1)?.trim() ?? ""
  ];
  return parts.filter((p) => p !== "").join(", ");
}

const RunPlan = z.looseObject({
  schema: z.literal("anvil-serving.llm-qualification-run-plan/v1"),
  campaign_id: text,
  controls: z.looseObject({model_revision: text, image_digest: text, hardware: text}).nullish()
});

export const runPlan: Format = {
  name: "anvil-serving.llm-qualification-run-plan/v1",
  kind: "run plan",
  recognises: (first) => asObject(first)["schema"] === "anvil-serving.llm-qualification-run-plan/v1",
  map(file): Mapped {
    const {value: doc, problems} = readShape(RunPlan, file.records[0]);
    if (!doc) return mapped({problems});
    return mapped({
      facts: {
        campaignId: doc.campaign_id ?? null,
        modelRevision: doc.controls?.model_revision ?? null,
        imageDigest: doc.controls?.image_digest ?? null
      },
      reported: leafClaims(file.records[0]).filter((r) => r.metric !== "schema"),
      problems
    });
  }
};
