import type {Derived} from "../../schema/request.js";

/**
 * Judges a thinking control by what came, never by flags. Disabled: no reasoning channel and no <think> or </think> in
 * the content. Enabled: a reasoning channel that is not blank, and clean content. A request that is not `ok` proves
 * nothing and fails. Source: design, section 6.
 */
export function judgeThinking(
  r: Pick<Derived, "status" | "content" | "reasoning">,
  asked: "enabled" | "disabled"
): "pass" | "fail" {
  if (r.status !== "ok" || r.content === null) return "fail";
  const clean = !/<\/?think\s*>/i.test(r.content);
  const channel = r.reasoning ?? "";
  return clean && (asked === "disabled" ? channel === "" : channel.trim() !== "") ? "pass" : "fail";
}
