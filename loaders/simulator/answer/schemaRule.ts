/** Obeys `response_format`: the answer is JSON under its schema. */
import type {JsonSchema} from "../chat/request.js";
import type {AnswerRule} from "./planAnswer.js";
import {schemaValue} from "./schemaValue.js";
import {sentence} from "./filler.js";
import {spacedJson} from "./spacedJson.js";

/** Structure is easier to draft than prose. */
const jsonAcceptance = 0.72;

/** The keys that a text asks for in its own example, `{"a": ..., "b": ...}`; null when it gives none. */
function exampleSchema(text: string): JsonSchema | null {
  const example = /\{[^{}]*\}/.exec(text)?.[0];
  const keys = [...(example ?? "").matchAll(/"([^"]+)"\s*:\s*(<number>)?/g)];
  if (!keys.length) return null;
  const properties = keys.map((match) => [match[1] ?? "", {type: match[2] ? "number" : "string"}]);
  return {type: "object", properties: Object.fromEntries(properties) as unknown};
}

export const schemaRule: AnswerRule = ({request, question}, random) => {
  const format = request.response_format;
  if (format?.type !== "json_schema" && format?.type !== "json_object") return null;
  const root = format.json_schema?.schema ?? exampleSchema(question);
  const value = root ? schemaValue(root, "", {text: question, root, random}) : {answer: sentence(random)};
  return {rule: "schema", content: spacedJson(value), toolCalls: [], acceptance: jsonAcceptance};
};
