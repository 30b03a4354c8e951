import {judgeToolCalls} from "../../../src/metrics/index.js";
import type {RequestRecord} from "../../../src/schema/request.js";
import {shown, unanswered, type Fault} from "./check.js";
import {TOOLS, type ToolCase} from "./toolBox.js";

const OFFERED = TOOLS.map(({function: {name, parameters}}) => ({name, parameters}));

/** What is wrong with the answer to a tool case: a verdict of section 6 and what was seen; null when it is right. */
export function toolFault(record: RequestRecord, wanted: ToolCase): Fault {
  const fault = unanswered(record);
  if (fault) return fault;
  const calls = record.tool_calls;
  if (wanted.calls.length === 0) {
    if (calls.length > 0) return `called ${calls[0]?.name ?? "a tool"} where none was needed`;
    return wanted.says?.test(record.content ?? "") ? null : `answered ${shown(record.content)}`;
  }
  const verdict = judgeToolCalls(record, OFFERED);
  if (verdict !== "pass")
    return verdict === "no-call" ? `no-call: answered ${shown(record.content)}` : `${verdict}: ${shownCall(record)}`;
  if (calls.length !== wanted.calls.length) return `${calls.length} of ${wanted.calls.length} calls`;
  const left = [...wanted.calls];
  for (const call of calls) {
    const named = left.filter((one) => one.name === call.name);
    const at = left.findIndex((one) => one.name === call.name && sameValues(one.arguments, call.arguments));
    if (at < 0) return named.length > 0 ? `wrong value: ${shownCall(record)}` : `wrong-name: ${shownCall(record)}`;
    left.splice(at, 1);
  }
  return null;
}

function sameValues(wanted: Record<string, unknown>, got: unknown): boolean {
  if (typeof got !== "object" || got === null) return false;
  const given = got as Record<string, unknown>;
  return Object.entries(wanted).every(([key, value]) =>
    typeof value === "string" ? String(given[key]).toLowerCase() === value.toLowerCase() : given[key] === value
  );
}

function shownCall(record: RequestRecord): string {
  const call = record.tool_calls[0];
  return call ? `${call.name ?? "?"}(${JSON.stringify(call.arguments)})`.slice(0, 120) : "no call";
}
