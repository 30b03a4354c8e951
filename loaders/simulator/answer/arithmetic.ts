/** Answers "What is 17 plus 25?" */
import type {AnswerRule} from "./planAnswer.js";

const question =
  /\bwhat is (-?\d+(?:\.\d+)?)\s*(plus|minus|times|multiplied by|divided by|[-+*x×/])\s*(-?\d+(?:\.\d+)?)\s*\?/i;

function compute(a: number, operator: string, b: number): number {
  if (/plus|\+/i.test(operator)) return a + b;
  if (/minus|-/i.test(operator)) return a - b;
  return /divided|\//i.test(operator) ? a / b : a * b;
}

export const arithmetic: AnswerRule = (conversation) => {
  const match = question.exec(conversation.question);
  if (!match) return null;
  const [, a = "", operator = "", b = ""] = match;
  const result = Number(compute(Number(a), operator, Number(b)).toFixed(6));
  const direct = /\bonly\b|\bdirectly\b|\bjust\b/i.test(conversation.question);
  const content = direct ? String(result) : `${a} ${operator} ${b} is ${result}.`;
  return {rule: "arithmetic", content, toolCalls: []};
};
