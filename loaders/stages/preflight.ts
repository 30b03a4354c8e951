import {image, json, ocr, responses, smoke} from "./preflight/basic.js";
import type {CheckResult, FunctionalCheck} from "./preflight/check.js";
import {needle} from "./preflight/needle.js";
import {longTools, streamingTools, toolResult, tools} from "./preflight/tools.js";
import type {StageDefinition} from "./run/stageDefinition.js";

/** The ten functional checks, in the order in which they run. */
export const PREFLIGHT_CHECKS: FunctionalCheck[] = [
  smoke,
  json,
  needle,
  tools,
  longTools,
  streamingTools,
  toolResult,
  responses,
  image,
  ocr
];

/** Each check has its own hundred of request indexes, so that a resumed stage knows which are done. */
const INDEX_STEP = 100;

/** The preflight stage with the named checks (all ten by default); what is declared not applicable is left out. */
export function preflightStage(
  names: readonly string[] | undefined,
  notApplicable: ReadonlySet<string>
): StageDefinition {
  const wanted = PREFLIGHT_CHECKS.filter(
    ({checkId}) =>
      (names === undefined || names.includes(checkId)) &&
      !notApplicable.has(checkId) &&
      !notApplicable.has(`preflight.${checkId}`)
  );
  const planned = wanted.reduce((sum, check) => sum + check.requests, 0);
  return {
    kind: "preflight",
    slug: "preflight",
    planned,
    settings: {thinking: "disabled", concurrency: 1},
    async run(stage) {
      const checks: CheckResult[] = [];
      for (const check of wanted) checks.push(await check.run(stage, PREFLIGHT_CHECKS.indexOf(check) * INDEX_STEP));
      return {checks};
    }
  };
}
