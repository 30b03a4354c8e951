/** The order in which the simulated model reads what it is asked. */
import {exactReply, type AnswerRule} from "./planAnswer.js";

export function allRules(): AnswerRule[] {
  return [exactReply];
}
