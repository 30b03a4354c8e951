/** The order in which the simulated model reads what it is asked. */
import {arithmetic} from "./arithmetic.js";
import {bookRule, readBook} from "./book.js";
import {needleRule} from "./needle.js";
import {exactReply, type AnswerRule} from "./planAnswer.js";
import {schemaRule} from "./schemaRule.js";
import {toolResultRule} from "./toolResultRule.js";
import {toolRule} from "./toolRule.js";

export function allRules(): AnswerRule[] {
  return [toolResultRule, toolRule, schemaRule, bookRule(readBook()), arithmetic, exactReply, needleRule];
}
