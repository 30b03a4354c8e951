/** anvil post-workload state: free memory of each card after the work, and the server's own counters. */
import {z} from "zod";
import {mapped, stageDraft} from "../draft.js";
import type {Format, Mapped} from "../draft.js";
import {claim, textClaim} from "../claim.js";
import {amount, asObject, flag, listOf, readShape, text} from "../shape.js";
import {count, instant, measure} from "../units.js";
import {reserveSettings} from "./reserveSettings.js";

const PostWorkload = z.looseObject({
  schema: z.literal("anvil-serving.qualification-post-workload-state/v1"),
  model: text,
  observed_at: text,
  configured_context_tokens: amount,
  health_status: amount,
  gpu_free_mib: listOf(z.number()),
  reserve_threshold_mib: amount,
  reserve_passed: flag,
  requests_total: amount,
  prompt_tokens_total: amount,
  generation_tokens_total: amount,
  adaptive_mtp: z
    .looseObject({accept_length: amount, accept_rate: amount, steps: amount, draft_tokens: amount})
    .nullish(),
  oom_or_crash_observed: flag
});

export const postWorkload: Format = {
  name: "anvil-serving.qualification-post-workload-state/v1",
  kind: "reserve",
  recognises: (first) => asObject(first)["schema"] === "anvil-serving.qualification-post-workload-state/v1",
  map(file): Mapped {
    const {value: doc, problems} = readShape(PostWorkload, file.records[0]);
    if (!doc) return mapped({problems});
    const at = instant(doc.observed_at);
    const model = doc.model ?? "unnamed";
    return mapped({
      stages: [
        stageDraft({
          model,
          kind: "reserve",
          slug: "reserve",
          startedAt: at,
          endedAt: at,
          settings: {...reserveSettings, max_context_tokens: count(doc.configured_context_tokens)},
          reserve: (doc.gpu_free_mib ?? []).map((free, i) => ({
            gpu: String(i),
            idle_mib: null,
            peak_mib: null,
            after_mib: measure(free),
            settle_s: null,
            threshold_mib: measure(doc.reserve_threshold_mib)
          })),
          serverAfter: {
            captured_at: at,
            requests_total: measure(doc.requests_total),
            prompt_tokens_total: measure(doc.prompt_tokens_total),
            generation_tokens_total: measure(doc.generation_tokens_total),
            spec_steps: measure(doc.adaptive_mtp?.steps),
            spec_draft_tokens: measure(doc.adaptive_mtp?.draft_tokens),
            accept_length_since_boot: measure(doc.adaptive_mtp?.accept_length),
            raw: asObject(doc)
          },
          reported: [
            ...textClaim("reserve_passed", doc.reserve_passed, "$.reserve_passed"),
            ...textClaim("oom_or_crash_observed", doc.oom_or_crash_observed, "$.oom_or_crash_observed"),
            ...claim(
              "accept_rate",
              "value",
              doc.adaptive_mtp?.accept_rate,
              "share",
              "$.adaptive_mtp.accept_rate",
              "since-boot"
            )
          ]
        })
      ],
      profiles: [{model, context_tokens: count(doc.configured_context_tokens), settings: {}}],
      problems
    });
  }
};
