/** An anvil evaluation suite: prompts with their text checks. Its checks grade the answers of a bakeoff file that names it by hash. */
import {z} from "zod";
import {mapped} from "../draft.js";
import type {Format, Mapped} from "../draft.js";
import {claim, textClaim} from "../claim.js";
import {amount, asObject, listOf, readShape, text} from "../shape.js";

const Suite = z.looseObject({
  suite: text,
  date: text,
  work_class: text,
  validator_strength: text,
  evals: listOf(z.looseObject({id: text, max_tokens: amount, checks: listOf(z.looseObject({name: text}))}))
});

export const evalSuite: Format = {
  name: "anvil evaluation suite",
  kind: "evaluation suite",
  recognises: (first) => typeof asObject(first)["suite"] === "string" && Array.isArray(asObject(first)["evals"]),
  map(file): Mapped {
    const {value: doc, problems} = readShape(Suite, file.records[0]);
    if (!doc) return mapped({problems});
    const evals = doc.evals ?? [];
    return mapped({
      reported: [
        ...textClaim("suite", doc.suite, "$.suite"),
        ...textClaim("suite_work_class", doc.work_class, "$.work_class"),
        ...textClaim("suite_validator_strength", doc.validator_strength, "$.validator_strength"),
        ...claim("suite_tasks", "count", evals.length, "tasks", "$.evals"),
        ...evals.flatMap((e, i) =>
          claim(`suite_task.${e?.id ?? i}.checks`, "count", e?.checks?.length, "checks", `$.evals[${i}].checks`)
        )
      ],
      problems
    });
  }
};
