import {z} from "zod";
import {claim} from "../../../loaders/import/claim.js";
import {mapped, stageDraft, type Format, type Mapped} from "../../../loaders/import/draft.js";
import {pointSettings} from "../../../loaders/import/pointSettings.js";
import {amount, asObject, listOf, readShape, text} from "../../../loaders/import/shape.js";
import {count, measure} from "../../../loaders/import/units.js";

const Tests = listOf(z.looseObject({model_type: text, n_prompt: amount, n_gen: amount, avg_ts: amount}));

/** A new importer: `llama-bench -o json`, a list of tests with a mean rate each. It holds no requests, so every value is reported. */
export const llamaBench: Format = {
  name: "llama-bench",
  kind: "llama-bench results",
  recognises(first) {
    const test = Array.isArray(first) ? asObject(first[0]) : {};
    return "avg_ts" in test && "n_gen" in test && "build_commit" in test;
  },
  map(file): Mapped {
    const {value, problems} = readShape(Tests, file.records[0]);
    if (!value) return mapped({problems});
    const stages = value.flatMap((test, i) => {
      if (test === null) return [];
      const decodes = count(test.n_prompt) === 0;
      const metric = decodes ? "decode_tok_s" : "effective_prefill_tok_s";
      return [
        stageDraft({
          model: test.model_type ?? "llama-bench",
          kind: "capacity",
          slug: `llama-bench-${decodes ? `tg${count(test.n_gen) ?? "x"}` : `pp${count(test.n_prompt) ?? "x"}`}`,
          settings: pointSettings({
            nominal_prompt_tokens: count(test.n_prompt),
            concurrency: 1,
            max_tokens: count(test.n_gen),
            percentile_method: null
          }),
          reported: claim(metric, "mean", measure(test.avg_ts), "tok/s", `$[${i}].avg_ts`, "reported")
        })
      ];
    });
    return mapped({
      stages,
      profiles: [...new Set(stages.map((s) => s.model))].map((model) => ({model, settings: {}})),
      problems
    });
  }
};
