import {judgeThinking} from "../../src/metrics/index.js";
import type {RequestRecord} from "../../src/schema/request.js";
import {questionPlan, user} from "./ask.js";
import {checkOf, unanswered, type CheckResult} from "./preflight/check.js";
import type {StageDefinition} from "./run/stageDefinition.js";

const QUESTIONS = [
  "A tank holds 240 litres and loses 7 litres an hour. After how many whole hours does it first hold less than 100 litres? Answer in one short sentence.",
  "Three boxes weigh 12, 19 and 23 kilograms. Which two together weigh 35 kilograms? Answer in one short sentence."
];
const BUDGET = 2048;

/** The thinking stage: both controls are tested by what comes back, never by flags. */
export function thinkingStage(controls: readonly ("disabled" | "enabled")[]): StageDefinition {
  return {
    kind: "thinking",
    slug: "thinking",
    planned: controls.length * QUESTIONS.length,
    settings: {max_tokens: BUDGET, concurrency: 1},
    async run(stage) {
      const checks: CheckResult[] = [];
      for (const [c, control] of controls.entries()) {
        const judged = [];
        for (const [q, question] of QUESTIONS.entries()) {
          const record = await stage.send(
            questionPlan(stage, c * 100 + q, `thinking-${control}`, {
              messages: user(question),
              maxTokens: BUDGET,
              thinking: control
            })
          );
          judged.push({record, fault: unanswered(record) ?? thinkingFault(record, control)});
        }
        const passed = control === "disabled" ? "no reasoning came" : "reasoning came on its own channel";
        checks.push(checkOf(`thinking-${control}`, judged, QUESTIONS.length, passed));
      }
      return {checks};
    }
  };
}

function thinkingFault(record: RequestRecord, control: "disabled" | "enabled"): string | null {
  if (judgeThinking(record, control) === "pass") return null;
  if (/<\/?think\s*>/i.test(record.content ?? "")) return "thoughts leaked into the content";
  return control === "disabled"
    ? "a reasoning channel came although thinking is disabled"
    : "no reasoning came on its own channel";
}
