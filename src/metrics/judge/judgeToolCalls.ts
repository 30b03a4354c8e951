import type {Derived, ToolCall} from "../../schema/request.js";
import {isObject} from "../wire/messageOf.js";

export type ToolVerdict =
  "pass" | "wrong-name" | "missing-argument" | "extra-argument" | "bad-json" | "truncated" | "no-call";

/** A tool as it was offered; `parameters` is a JSON schema, null where only the name is known. */
export interface OfferedTool {
  name: string;
  parameters: unknown;
}

type Judged = Pick<Derived, "status" | "finish_reason" | "output_tokens" | "tool_calls"> & {max_tokens: number | null};

/** The answer was cut: by its budget, or by the end of the stream. */
const wasCut = (r: Judged) =>
  r.status !== "ok" ||
  r.finish_reason === "length" ||
  (r.max_tokens !== null && r.output_tokens !== null && r.output_tokens >= r.max_tokens);

function judgeCall(call: ToolCall, offered: readonly OfferedTool[], cut: boolean): ToolVerdict {
  const tool = offered.find((t) => t.name === call.name);
  const unparsed = typeof call.arguments === "string";
  // A name is known to be complete only once its arguments have begun.
  if (!tool) return cut && call.arguments === "" ? "truncated" : "wrong-name";
  if (unparsed) return cut ? "truncated" : "bad-json";
  if (!isObject(call.arguments)) return "bad-json";
  const given = Object.keys(call.arguments);
  const {parameters} = tool;
  if (!isObject(parameters)) return "pass";
  const required = Array.isArray(parameters.required) ? parameters.required : [];
  if (required.some((name) => typeof name === "string" && !given.includes(name))) return "missing-argument";
  const {properties} = parameters;
  if (isObject(properties) && given.some((name) => !Object.hasOwn(properties, name))) return "extra-argument";
  return "pass";
}

/**
 * Judges the tool calls of one request against the tools that were offered: the verdict of the first call that does
 * not pass. No call at all is `no-call`, or `truncated` where the budget ran out before one. Source: design, section 6.
 */
export function judgeToolCalls(r: Judged, offered: readonly OfferedTool[]): ToolVerdict {
  const cut = wasCut(r);
  if (r.tool_calls.length === 0) return r.finish_reason === "length" ? "truncated" : "no-call";
  const verdicts = r.tool_calls.map((call) => judgeCall(call, offered, cut));
  return verdicts.find((v) => v !== "pass") ?? "pass";
}
