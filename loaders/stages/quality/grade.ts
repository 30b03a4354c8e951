import {createHash} from "node:crypto";
import type {z} from "zod";
import type {Attempt} from "../../../src/schema/stage.js";
import type {RequestRecord} from "../../../src/schema/request.js";
import {applyDiff} from "./applyDiff.js";
import {runInSandbox} from "./sandbox.js";
import type {CodingTask} from "./tasks.js";

/**
 * Grades one coding answer by running it (or the file that its diff makes) with the task's checks in a sandbox.
 * A request that failed fails by its own status; an answer cut by its budget is `budget_exhausted`, not a wrong answer.
 */
export async function gradeCoding(
  task: CodingTask,
  attempt: number,
  request: RequestRecord
): Promise<z.infer<typeof Attempt>> {
  const base = {
    task: task.task,
    attempt,
    grader: task.form === "diff" ? ("diff-applied" as const) : ("executed" as const),
    request_id: request.request_id,
    output_sha256: request.content ? createHash("sha256").update(request.content).digest("hex") : null
  };
  const fail = (failure_class: string, reason: string) => ({...base, verdict: "fail" as const, failure_class, reason});
  if (request.status !== "ok") return fail(request.status, request.error ?? `the request ended as ${request.status}`);
  if (request.finish_reason === "length")
    return fail("budget_exhausted", `no complete answer within ${request.max_tokens ?? "its"} tokens`);
  const block = codeBlock(request.content ?? "");
  if (block === null) return fail("no-code", "the answer holds no code block");
  let code = block;
  if (task.form === "diff") {
    const applied = applyDiff(task.file?.text ?? "", block);
    if ("reason" in applied) return fail("diff-does-not-apply", applied.reason);
    code = applied.text;
  }
  const result = await runInSandbox(code, task.checks);
  return result.ok
    ? {...base, verdict: "pass" as const, failure_class: null, reason: result.reason}
    : fail(result.class, result.reason);
}

/** The longest fenced block of an answer; without any fence, the answer itself when it looks like code or a diff. */
export function codeBlock(content: string): string | null {
  const blocks = [...content.matchAll(/```[^\n]*\n([\s\S]*?)```/g)].map((match) => match[1] ?? "");
  if (blocks.length > 0) return blocks.reduce((longest, one) => (one.length > longest.length ? one : longest));
  return /^\s*(function|const|let|class|---|diff|@@)/.test(content) ? content : null;
}
