import {createHash} from "node:crypto";
import type {z} from "zod";
import type {RequestRecord} from "../../src/schema/request.js";
import type {Attempt} from "../../src/schema/stage.js";
import {questionPlan, user} from "./ask.js";
import {IMAGE_TASKS, type ImageTask} from "./multimodal/tasks.js";
import {readFixture} from "./readFixture.js";
import type {StageDefinition} from "./run/stageDefinition.js";

const BUDGET = 512;

/** Image tasks, each asked several times, judged by exact assertions. Hashes of the images are kept in the settings. */
export function multimodalStage(attempts: number): StageDefinition {
  const times = Math.max(1, Math.ceil(attempts / IMAGE_TASKS.length));
  return {
    kind: "multimodal",
    slug: "multimodal",
    planned: IMAGE_TASKS.length * times,
    settings: {max_tokens: BUDGET, thinking: "disabled", concurrency: 1},
    async run(stage) {
      const judged = [];
      const images: Record<string, string> = {};
      for (const [i, task] of IMAGE_TASKS.entries()) {
        const fixtures = await Promise.all(task.files.map(readFixture));
        task.files.forEach((file, k) => (images[file] = fixtures[k]?.sha256 ?? ""));
        const content = [...fixtures.map((fixture) => fixture.part), {type: "text", text: task.question}];
        for (let attempt = 1; attempt <= times; attempt += 1) {
          const plan = questionPlan(stage, i * times + attempt - 1, task.task, {
            messages: user(content),
            maxTokens: BUDGET
          });
          judged.push(judge(task, attempt, await stage.send(plan)));
        }
      }
      return {attempts: judged, settings: {images}};
    }
  };
}

function judge(task: ImageTask, attempt: number, record: RequestRecord): z.infer<typeof Attempt> {
  const content = record.content ?? "";
  const base = {
    task: task.task,
    attempt,
    grader: "assertions" as const,
    request_id: record.request_id,
    output_sha256: content === "" ? null : createHash("sha256").update(content).digest("hex")
  };
  const fail = (failure_class: string, reason: string) => ({...base, verdict: "fail" as const, failure_class, reason});
  if (record.status !== "ok") return fail(record.status, record.error ?? `the request ended as ${record.status}`);
  if (record.finish_reason === "length")
    return fail("budget_exhausted", `no complete answer within ${record.max_tokens ?? "its"} tokens`);
  const fault = task.fault(content);
  return fault === null
    ? {...base, verdict: "pass", failure_class: null, reason: "every assertion holds"}
    : fail("wrong-answer", fault);
}
