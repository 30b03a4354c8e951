/** AIPerf's aggregate over several runs: means of the runs' statistics with their intervals, all reported. */
import {z} from "zod";
import {mapped, stageDraft} from "../draft.js";
import type {Format, Mapped} from "../draft.js";
import {claim, pathStep} from "../claim.js";
import {pointSettings} from "../pointSettings.js";
import {amount, asObject, num, readShape, text} from "../shape.js";
import {statisticName} from "../statClaims.js";
import {count} from "../units.js";
import {modelBeside} from "./aiperf.js";
import {AIPERF_METRICS, aiperfConvert} from "./aiperfMetrics.js";

const Aggregate = z.looseObject({
  metadata: z.looseObject({
    aggregation_type: text,
    num_profile_runs: amount,
    num_successful_runs: amount,
    confidence_level: num
  }),
  metrics: z.record(
    z.string(),
    z.looseObject({mean: num, std: num, min: num, max: num, ci_low: num, ci_high: num, unit: text}).nullable()
  )
});

export const aiperfAggregate: Format = {
  name: "aiperf-aggregate",
  kind: "AIPerf aggregate",
  recognises: (first) => "num_profile_runs" in asObject(asObject(first)["metadata"]) && "metrics" in asObject(first),
  map(file): Mapped {
    const {value: doc, problems} = readShape(Aggregate, file.records[0]);
    if (!doc) return mapped({problems});
    const notMapped: string[] = [];
    const rows = Object.entries(doc.metrics).flatMap(([key, block]) => {
      const parts = /^(.*)_(avg|std|min|max|sum|p\d+)$/.exec(key);
      const known = AIPERF_METRICS.get(parts?.[1] ?? key);
      const inner = parts?.[2] === undefined ? "value" : (statisticName(parts[2]) ?? "value");
      const convert = known ? aiperfConvert(block?.unit, known.unit) : null;
      const path = `$.metrics${pathStep(key)}`;
      if (!known || !convert || !block) {
        notMapped.push(path);
        return [];
      }
      return (["mean", "std", "min", "max", "ci_low", "ci_high"] as const).flatMap((outer) => {
        const value = block[outer];
        return claim(
          known.metric,
          outer === "mean" ? `${inner} (mean of runs)` : `${inner} (${outer} of runs)`,
          typeof value === "number" ? convert(value) : null,
          known.unit,
          `${path}.${outer}`,
          known.basis
        );
      });
    });
    const model = modelBeside(file);
    return mapped({
      stages: [
        stageDraft({
          model,
          kind: "capacity",
          slug: "aiperf-aggregate",
          settings: pointSettings({
            runs: count(doc.metadata.num_profile_runs),
            runs_ok: count(doc.metadata.num_successful_runs),
            confidence_level: doc.metadata.confidence_level ?? null,
            percentile_method: "linear"
          }),
          reported: rows,
          notes: ["The file holds means over runs: every value of this point is reported."]
        })
      ],
      profiles: [{model, settings: {}}],
      notMapped,
      problems
    });
  }
};
