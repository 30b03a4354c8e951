/** `/health_generate` and `/flush_cache`. */
import {randomBytes} from "node:crypto";
import type {HostState} from "./hostState.js";

/** Generates one token; false when the engine does not answer in time. */
export async function healthGenerate(state: HostState, timeoutMs = 20_000): Promise<boolean> {
  if (!state.ready) return false;
  const id = `HEALTH_CHECK_${randomBytes(8).toString("hex")}`;
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      state.scheduler.abort(id);
      resolve(false);
    }, timeoutMs);
    state.scheduler.submit({
      id,
      promptIds: [0],
      cacheSalt: id,
      output: [{channel: "none", text: "", call: -1}],
      maxTokens: 1,
      acceptance: 0,
      images: 0,
      seed: 0,
      listener: {
        started: () => undefined,
        tokens: () => undefined,
        finished: (reason) => {
          clearTimeout(timer);
          resolve(reason !== "abort");
        }
      }
    });
  });
}

/** Flushes once nothing runs, waiting up to `timeout` seconds; 400 while requests run. */
export async function flushRoute(
  state: HostState,
  url: URL,
  text: (body: string, status?: number) => void
): Promise<void> {
  const limitMs = Number(url.searchParams.get("timeout") ?? 0) * 1000;
  const start = performance.now();
  while (!state.flush()) {
    if (state.refusesFlush || performance.now() - start >= limitMs)
      return text("Flush cache failed.\nThere are running or waiting requests, or the timeout was reached.\n", 400);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  text(
    "Cache flushed.\nPlease check backend logs for more details. (When there are running or waiting requests, the operation will not be performed.)\n"
  );
}
