/** anvil hardware snapshots and samplings: free memory of the cards, idle, at the peak or after the work. */
import {z} from "zod";
import {mapped, stageDraft} from "../draft.js";
import type {Format, Mapped} from "../draft.js";
import {leafClaims} from "../claim.js";
import {amount, asObject, listOf, readShape, text} from "../shape.js";
import {instant, measure} from "../units.js";
import {reserveSettings} from "./reserveSettings.js";

const Gpu = z.looseObject({role: text, memory_free_reported_mib: amount, min_free_mib: amount});
const Hardware = z.looseObject({
  schema: text,
  observed_at: text,
  model: text,
  phase: text,
  source_artifact: text,
  reserve_policy_mib_per_gpu: amount,
  gpus: listOf(Gpu),
  segments: listOf(z.looseObject({gpus: listOf(Gpu)}))
});
type Hardware = z.infer<typeof Hardware>;

const SCHEMAS = ["anvil-serving.hardware-snapshot/v1", "anvil-serving.context-hardware-sampling/v1"];

export const hardware: Format = {
  name: "anvil hardware snapshot",
  kind: "hardware snapshot",
  recognises: (first) => SCHEMAS.includes(String(asObject(first)["schema"])),
  map(file): Mapped {
    const {value: doc, problems} = readShape(Hardware, file.records[0]);
    if (!doc) return mapped({problems});
    const model = doc.model ?? "unnamed";
    const at = instant(doc.observed_at);
    return mapped({
      stages: [
        stageDraft({
          model,
          kind: "reserve",
          slug: "reserve",
          startedAt: at,
          endedAt: at,
          settings: {...reserveSettings},
          reserve: readings(doc),
          reported: leafClaims(file.records[0]).filter((r) => r.json_path !== "$.schema"),
          notes: doc.phase ? [`The file says when: ${doc.phase}.`] : []
        })
      ],
      profiles: [{model, settings: {}}],
      named: doc.source_artifact ? [{file: doc.source_artifact, sha256: null}] : [],
      problems
    });
  }
};

/** A snapshot counts as after the work only where its own words say so; samples taken during requests give the peak. */
function readings(doc: Hardware) {
  const threshold = measure(doc.reserve_policy_mib_per_gpu);
  const blank = {idle_mib: null, peak_mib: null, after_mib: null, settle_s: null, threshold_mib: threshold};
  const after = /\b(after|post)\b/i.test(doc.phase ?? "");
  const single = (doc.gpus ?? []).map((g, i) => ({
    gpu: g?.role ?? String(i),
    ...blank,
    [after ? "after_mib" : "idle_mib"]: measure(g?.memory_free_reported_mib)
  }));
  const lowest = new Map<string, number>();
  for (const segment of doc.segments ?? [])
    for (const [i, g] of (segment?.gpus ?? []).entries()) {
      const free = measure(g?.min_free_mib);
      const name = g?.role ?? String(i);
      if (free !== null) lowest.set(name, Math.min(free, lowest.get(name) ?? Infinity));
    }
  return [...single, ...[...lowest].map(([gpu, peak_mib]) => ({gpu, ...blank, peak_mib}))];
}
