import {questionPlan, user} from "./ask.js";
import type {StageDefinition} from "./run/stageDefinition.js";

const QUESTIONS = [
  "Name the first ten prime numbers, separated by commas.",
  "Write one sentence about a lighthouse in the fog.",
  "What is 17 times 23? Show the steps in three short lines."
];
const BUDGET = 96;

/** Answers by question, as an earlier stage of this kind got them; null for one that failed. */
export type GreedyAnswers = (string | null)[];

/**
 * Three fixed prompts at temperature 0, on the incumbent before it stops and after it is back. With `before`, equal answers are
 * a check: restoration is then also proved by what the server says.
 */
export function greedyStage(
  slug: string,
  before: GreedyAnswers | null,
  onAnswers: (answers: GreedyAnswers) => void
): StageDefinition {
  return {
    kind: "snapshot",
    slug,
    planned: QUESTIONS.length,
    settings: {max_tokens: BUDGET, thinking: "disabled", concurrency: 1},
    async run(stage) {
      const records = [];
      for (const [i, question] of QUESTIONS.entries())
        records.push(
          await stage.send(
            questionPlan(stage, i, "greedy", {messages: user(question), maxTokens: BUDGET, temperature: 0})
          )
        );
      const answers = records.map((record) => (record.status === "ok" ? record.content : null));
      onAnswers(answers);
      if (before === null) return {};
      const same = answers.filter((answer, i) => answer !== null && answer === before[i]).length;
      return {
        checks: [
          {
            check_id: "greedy-answers",
            verdict: same === QUESTIONS.length ? "pass" : before.includes(null) ? "inconclusive" : "fail",
            reason: `${same} of ${QUESTIONS.length} greedy answers are those of before`,
            basis: null,
            passed: same,
            planned: QUESTIONS.length,
            measured_prompt_tokens: null,
            request_ids: records.map((record) => record.request_id)
          }
        ]
      };
    }
  };
}
