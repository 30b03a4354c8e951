import {askHost} from "./askHost.js";
import type {HostClient} from "./types.js";

/** Empties the server's prefix cache; waits for it up to `timeoutS`. Tells why when it did not: a sentence, or null when flushed. */
export async function flushCache(client: HostClient, timeoutS = 30): Promise<string | null> {
  let last = "the server offers no /flush_cache";
  for (const [method, path] of [
    ["POST", `/flush_cache?timeout=${timeoutS}`],
    ["POST", "/reset_prefix_cache"]
  ] as const) {
    const answer = await askHost(client, method, path, {timeoutS: timeoutS + 10});
    if (answer.status === 200) return null;
    if (answer.error !== null) return answer.error;
    if (answer.status !== 404 && answer.status !== 405)
      last = `${path.split("?")[0] ?? path} answered HTTP ${answer.status ?? "nothing"}: ${answer.text.trim().slice(0, 200)}`;
  }
  return last;
}
