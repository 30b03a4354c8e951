import {questionPlan, user} from "../../../loaders/stages/ask.js";
import {checkOf, noAnswer} from "../../../loaders/stages/preflight/check.js";
import type {StageDefinition} from "../../../loaders/stages/run/stageDefinition.js";

const QUESTION = "Name the largest planet of the solar system. Answer with one word.";
const BUDGET = 64;

/** A new stage: asks the same question several times at temperature 0 and wants the same answer. */
export function sameAnswerStage(times: number): StageDefinition {
  return {
    kind: "preflight",
    slug: "same-answer",
    planned: times,
    settings: {max_tokens: BUDGET, concurrency: 1},
    async run(stage) {
      const judged = [];
      let first: string | null = null;
      for (let i = 0; i < times; i += 1) {
        const record = await stage.send(
          questionPlan(stage, i, "same-answer", {messages: user(QUESTION), maxTokens: BUDGET})
        );
        first ??= record.content;
        const differs = record.content === first ? null : "the answer differs from the first one";
        judged.push({record, fault: noAnswer(record) ?? differs});
      }
      return {checks: [checkOf("same-answer", judged, times, "the same answer")]};
    }
  };
}
