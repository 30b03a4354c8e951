import {Worker} from "node:worker_threads";

/** How a program ended in the sandbox. `class` is what stopped it. */
export interface SandboxResult {
  ok: boolean;
  class: "passed" | "wrong-result" | "exception" | "syntax-error" | "time-limit" | "memory-limit";
  reason: string;
}

/** A built-in that runs long is not interrupted from inside: the thread is ended this long after the program's own limit. */
const GRACE_MS = 4000;

/**
 * Runs an answer and its checks in QuickJS: no file, network, clock or module of the host can be reached. Limits: `timeMs` of
 * run time, 32 MiB of memory, 128 KiB of stack. Endless loops, recursion and large allocations end as failures, and never hold up
 * the caller's event loop.
 */
export function runInSandbox(
  answer: string,
  checks: string,
  timeMs = 2000,
  graceMs = GRACE_MS
): Promise<SandboxResult> {
  const worker = new Worker(new URL("./sandboxWorker.mjs", import.meta.url), {
    workerData: {answer, checks, timeMs},
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true
  });
  return new Promise<SandboxResult>((resolve) => {
    const end = (result: SandboxResult) => {
      clearTimeout(timer);
      resolve(result);
      void worker.terminate();
    };
    const timer = setTimeout(
      () => end({ok: false, class: "time-limit", reason: `answer.js: not finished after ${timeMs + graceMs} ms`}),
      timeMs + graceMs
    );
    worker.once("message", end);
    worker.once("error", (error) =>
      end({ok: false, class: "exception", reason: `answer.js: ${error.message.slice(0, 300)}`})
    );
  });
}
