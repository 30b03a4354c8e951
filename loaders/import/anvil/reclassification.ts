/** anvil vram-policy-reclassification/v1: a later waiver. Its memory readings are readings; the waiver itself is only a claim. */
import {z} from "zod";
import {mapped, stageDraft} from "../draft.js";
import type {Format, Mapped} from "../draft.js";
import {leafClaims} from "../claim.js";
import {amount, asObject, listOf, readShape, text} from "../shape.js";
import {count, instant, measure} from "../units.js";
import {reserveSettings} from "./reserveSettings.js";

const Reclassification = z.looseObject({
  schema: z.literal("anvil-serving-vram-policy-reclassification/v1"),
  recipe: text,
  observed_at: text,
  configured_context_tokens: amount,
  concurrency: amount,
  default_reserve_mib_per_gpu: amount,
  qualification_post_workload_free_mib_per_gpu: listOf(z.number()),
  finding: text
});

export const reclassification: Format = {
  name: "anvil-serving-vram-policy-reclassification/v1",
  kind: "reserve waiver",
  recognises: (first) => asObject(first)["schema"] === "anvil-serving-vram-policy-reclassification/v1",
  map(file): Mapped {
    const {value: doc, problems} = readShape(Reclassification, file.records[0]);
    if (!doc) return mapped({problems});
    const model = doc.recipe ?? "unnamed";
    const claims = leafClaims(file.records[0]).filter(
      (r) => !/^\$\.(schema|recipe|qualification_post)/.test(r.json_path)
    );
    return mapped({
      stages: [
        stageDraft({
          model,
          kind: "reserve",
          slug: "reserve",
          startedAt: instant(doc.observed_at),
          settings: {...reserveSettings, max_context_tokens: count(doc.configured_context_tokens)},
          reserve: (doc.qualification_post_workload_free_mib_per_gpu ?? []).map((free, i) => ({
            gpu: String(i),
            idle_mib: null,
            peak_mib: null,
            after_mib: measure(free),
            settle_s: null,
            threshold_mib: measure(doc.default_reserve_mib_per_gpu)
          })),
          reported: claims,
          notes: ["The waiver in this file is a claim without a signature: it is shown and has no effect."]
        })
      ],
      profiles: [
        {model, context_tokens: count(doc.configured_context_tokens), concurrency: count(doc.concurrency), settings: {}}
      ],
      named: doc.finding ? [{file: doc.finding, sha256: null}] : [],
      problems
    });
  }
};
