/** Runs one answer and its checks in QuickJS (WebAssembly), in a thread of its own that the host can end at any moment. */
import {parentPort, workerData} from "node:worker_threads";
import {getQuickJS, shouldInterruptAfterDeadline} from "quickjs-emscripten";

const MEMORY_BYTES = 32 * 1024 * 1024;
const STACK_BYTES = 128 * 1024;

/** Comparison that the checks use. It keeps its own helpers, and throws a tagged error, so that a wrong answer is told from a crash. */
const PRELUDE = `
  const equal = (() => {
    const text = JSON.stringify, E = Error, keys = Object.keys, isArray = Array.isArray;
    const order = (v) => {
      if (isArray(v)) return v.map(order);
      if (!v || typeof v !== "object") return v;
      const sorted = {};
      for (const k of keys(v).sort()) sorted[k] = order(v[k]);
      return sorted;
    };
    return (got, wanted) => {
      if (text(order(got)) === text(order(wanted))) return;
      const e = new E("got " + text(got) + ", wanted " + text(wanted));
      e.name = "WrongResult";
      throw e;
    };
  })();
`;

function failure(error, where) {
  const name = typeof error?.name === "string" ? error.name : null;
  const text = String(error?.message ?? error).slice(0, 300);
  let kind = "exception";
  if (name === "WrongResult") kind = "wrong-result";
  else if (name === "SyntaxError") kind = "syntax-error";
  else if (text.includes("interrupted")) kind = "time-limit";
  else if (text.includes("out of memory") || error === null) kind = "memory-limit";
  return {ok: false, class: kind, reason: `${where}: ${name ? `${name}: ` : ""}${text}`};
}

async function run({answer, checks, timeMs}) {
  const runtime = (await getQuickJS()).newRuntime();
  runtime.setMemoryLimit(MEMORY_BYTES);
  runtime.setMaxStackSize(STACK_BYTES);
  runtime.setInterruptHandler(shouldInterruptAfterDeadline(Date.now() + timeMs));
  const context = runtime.newContext();
  for (const [code, name] of [
    [PRELUDE, "prelude.js"],
    [answer, "answer.js"],
    [`{${checks}}`, "checks.js"]
  ]) {
    const result = context.evalCode(code, name);
    if (result.error) return failure(context.dump(result.error), name);
  }
  return {ok: true, class: "passed", reason: "every check holds"};
}

try {
  parentPort.postMessage(await run(workerData));
} catch (error) {
  // The interpreter itself ran out of the thread's stack or memory: the answer's doing, not a defect here.
  parentPort.postMessage({
    ok: false,
    class: "exception",
    reason: `answer.js: ${String(error?.message ?? error).slice(0, 300)}`
  });
}
