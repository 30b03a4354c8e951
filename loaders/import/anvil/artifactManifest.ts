/** anvil benchmark-artifact-set/v1: what the campaign declares, and the files that should be there. */
import {z} from "zod";
import {mapped} from "../draft.js";
import type {Format, Mapped} from "../draft.js";
import {leafClaims} from "../claim.js";
import {asObject, flag, listOf, readShape, text} from "../shape.js";
import {instant} from "../units.js";

const ArtifactSet = z.looseObject({
  schema: z.literal("anvil-serving.benchmark-artifact-set/v1"),
  campaign: z
    .looseObject({
      id: text,
      started_at: text,
      completed_at: text,
      evidence_labels: listOf(z.string()),
      decision_labels: listOf(z.string()),
      promotion_authorized: flag
    })
    .nullish(),
  artifact_roles: listOf(z.looseObject({role: text, files: listOf(z.string())}))
});

export const artifactManifest: Format = {
  name: "anvil-serving.benchmark-artifact-set/v1",
  kind: "artifact manifest",
  recognises: (first) => asObject(first)["schema"] === "anvil-serving.benchmark-artifact-set/v1",
  map(file): Mapped {
    const {value: doc, problems} = readShape(ArtifactSet, file.records[0]);
    if (!doc) return mapped({problems});
    const words = (list: (string | null)[] | null | undefined) => (list ?? []).filter((w): w is string => w !== null);
    return mapped({
      facts: {
        campaignId: doc.campaign?.id ?? null,
        startedAt: instant(doc.campaign?.started_at),
        finishedAt: instant(doc.campaign?.completed_at),
        evidenceLabels: words(doc.campaign?.evidence_labels),
        decisionLabels: words(doc.campaign?.decision_labels),
        promotionAuthorized: doc.campaign?.promotion_authorized ?? null
      },
      reported: leafClaims(asObject(file.records[0])["campaign"], "$.campaign"),
      named: (doc.artifact_roles ?? []).flatMap((r) => words(r?.files).map((f) => ({file: f, sha256: null}))),
      problems
    });
  }
};
