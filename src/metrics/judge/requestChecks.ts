import type {Derived} from "../../schema/request.js";
import type {Asked} from "../wire/exchange.js";
import {judgeThinking} from "./judgeThinking.js";
import {judgeToolCalls, type ToolVerdict} from "./judgeToolCalls.js";

/** The checks that one request was asked to prove; a check that was not asked is absent. */
export interface RequestChecks {
  thinking_disabled?: "pass" | "fail";
  thinking_enabled?: "pass" | "fail";
  tool_call?: ToolVerdict;
}

/** Judges a request by what it asked: the thinking control, and the tools it offered. */
export function requestChecks(r: Derived, asked: Pick<Asked, "thinking" | "tools" | "max_tokens">): RequestChecks {
  return {
    ...(asked.thinking === "disabled" ? {thinking_disabled: judgeThinking(r, "disabled")} : {}),
    ...(asked.thinking === "enabled" ? {thinking_enabled: judgeThinking(r, "enabled")} : {}),
    ...(asked.tools.length > 0 ? {tool_call: judgeToolCalls({...r, max_tokens: asked.max_tokens}, asked.tools)} : {})
  };
}
