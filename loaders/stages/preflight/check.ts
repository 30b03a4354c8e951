import type {z} from "zod";
import type {RequestRecord} from "../../../src/schema/request.js";
import type {Check} from "../../../src/schema/stage.js";
import type {OpenStage} from "../run/openStage.js";

export type CheckResult = z.infer<typeof Check>;

/** One functional check: its id, how many requests it plans, and how it is run. Indexes from `first` on are its own. */
export interface FunctionalCheck {
  checkId: string;
  requests: number;
  run(stage: OpenStage, first: number): Promise<CheckResult>;
}

/** The verdict on one request of a check: null when it passed, else one sentence. */
export type Fault = string | null;

/** Puts the requests of a check together: it passes when every one does; the first fault is the reason. */
export function checkOf(
  checkId: string,
  judged: readonly {record: RequestRecord; fault: Fault}[],
  planned: number,
  passedText: string
): CheckResult {
  const passed = judged.filter((one) => one.fault === null).length;
  const first = judged.find((one) => one.fault !== null);
  const counted = planned > 1 ? `${passed} of ${planned}` : "";
  return {
    check_id: checkId,
    verdict: passed === planned ? "pass" : "fail",
    reason: first
      ? `${counted ? `${counted} passed; ` : ""}${first.fault ?? ""}`
      : `${counted ? `${counted}: ` : ""}${passedText}`,
    basis: null,
    passed,
    planned,
    measured_prompt_tokens: null,
    request_ids: judged.map((one) => one.record.request_id)
  };
}

/** Why a request cannot have passed whatever was asked of it; null when it was answered. */
export function unanswered(record: RequestRecord): Fault {
  if (record.http_status === 404 || record.http_status === 405 || record.http_status === 501)
    return `not offered by this server (HTTP ${record.http_status})`;
  if (record.status !== "ok") return `the request ended as ${record.status}${record.error ? `: ${record.error}` : ""}`;
  return null;
}

/** Like `unanswered`; and an answer that was cut by its budget proves nothing of what it lacks. */
export function noAnswer(record: RequestRecord): Fault {
  const fault = unanswered(record);
  if (fault) return fault;
  if ((record.content ?? "").trim() === "")
    return record.finish_reason === "length"
      ? "its budget was exhausted before a visible answer"
      : "the answer is empty";
  return null;
}

/** The start of a text, for a reason. */
export const shown = (text: string | null) => JSON.stringify((text ?? "").trim().slice(0, 80));
