import {questionPlan, user} from "./ask.js";
import {gradeCoding} from "./quality/grade.js";
import {CODING_TASKS} from "./quality/tasks.js";
import type {StageDefinition} from "./run/stageDefinition.js";

/** Coding tasks, each asked several times; graded by executing the answers. `visibleTokens`: the budget of an answer. */
export function qualityStage(attempts: number, visibleTokens: number): StageDefinition {
  const times = Math.max(1, Math.ceil(attempts / CODING_TASKS.length));
  return {
    kind: "quality",
    slug: "quality",
    planned: CODING_TASKS.length * times,
    settings: {max_tokens: visibleTokens, thinking: "disabled", concurrency: 1},
    async run(stage) {
      const graded = [];
      const notes: string[] = [];
      for (const [i, task] of CODING_TASKS.entries()) {
        const answers = new Set<string>();
        for (let attempt = 1; attempt <= times; attempt += 1) {
          const record = await stage.send(
            questionPlan(stage, i * times + attempt - 1, task.task, {
              messages: user(task.prompt),
              maxTokens: visibleTokens
            })
          );
          answers.add(record.content ?? "");
          graded.push(await gradeCoding(task, attempt, record));
        }
        if (answers.size > 1)
          notes.push(
            `${task.task}: ${answers.size} distinct answers in ${times} attempts at temperature ${stage.context.temperature}`
          );
      }
      return {attempts: graded, notes};
    }
  };
}
