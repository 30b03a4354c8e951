import {getQuickJS, shouldInterruptAfterDeadline, type QuickJSWASMModule} from "quickjs-emscripten";

/** How a program ended in the sandbox. `class` is what stopped it. */
export interface SandboxResult {
  ok: boolean;
  class: "passed" | "wrong-result" | "exception" | "syntax-error" | "time-limit" | "memory-limit";
  reason: string;
}

/** Comparison that the checks use; throws a tagged error, so a wrong answer is told from a crash. */
const PRELUDE = `
  const equal = (() => {
    const text = JSON.stringify, order = (v) => v && typeof v === "object" && !Array.isArray(v)
      ? Object.fromEntries(Object.keys(v).sort().map((k) => [k, order(v[k])])) : Array.isArray(v) ? v.map(order) : v;
    const E = Error;
    return (got, wanted) => {
      if (text(order(got)) !== text(order(wanted))) { const e = new E("got " + text(got) + ", wanted " + text(wanted)); e.name = "WrongResult"; throw e; }
    };
  })();
`;

/**
 * Runs an answer and its checks in QuickJS (WebAssembly): no file, network, clock or module of the host can be reached.
 * Limits: `timeMs` of run time, 32 MiB of memory, 512 KiB of stack. Endless loops, recursion and large allocations end as failures.
 */
export async function runInSandbox(answer: string, checks: string, timeMs = 2000): Promise<SandboxResult> {
  const quickjs: QuickJSWASMModule = await getQuickJS();
  const runtime = quickjs.newRuntime();
  runtime.setMemoryLimit(32 * 1024 * 1024);
  runtime.setMaxStackSize(512 * 1024);
  runtime.setInterruptHandler(shouldInterruptAfterDeadline(Date.now() + timeMs));
  const context = runtime.newContext();
  try {
    const prelude = context.evalCode(PRELUDE, "prelude.js", {strict: true});
    if ("error" in prelude && prelude.error) return failure(context.dump(prelude.error) as unknown, "prelude");
    for (const [code, name] of [
      [answer, "answer.js"],
      [`{${checks}}`, "checks.js"]
    ] as const) {
      const result = context.evalCode(code, name);
      if (result.error) {
        const error = context.dump(result.error) as unknown;
        result.error.dispose();
        return failure(error, name);
      }
      result.value.dispose();
    }
    return {ok: true, class: "passed", reason: "every check holds"};
  } finally {
    disposeQuietly(() => context.dispose());
    disposeQuietly(() => runtime.dispose());
  }
}

/** A runtime that ran out of memory may refuse to be taken down; its WebAssembly memory is freed with the module. */
function disposeQuietly(dispose: () => void): void {
  try {
    dispose();
  } catch {
    // Nothing of the host is held by it.
  }
}

function failure(error: unknown, where: string): SandboxResult {
  const {name, message} = (typeof error === "object" && error !== null ? error : {}) as {
    name?: unknown;
    message?: unknown;
  };
  const text = String(message ?? error).slice(0, 300);
  const kind =
    name === "WrongResult"
      ? "wrong-result"
      : name === "SyntaxError"
        ? "syntax-error"
        : /interrupted/.test(text)
          ? "time-limit"
          : /out of memory/.test(text) || (error === null && where !== "prelude")
            ? "memory-limit"
            : "exception";
  return {ok: false, class: kind, reason: `${where}: ${typeof name === "string" ? `${name}: ` : ""}${text}`};
}
