import type {ExchangeLimits} from "./types.js";

/** A first output in an SSE stream or a whole JSON answer: some text on any channel. Only asked until it is found. */
const OUTPUT = /"(?:content|reasoning_content|reasoning|name|arguments|delta|text)"\s*:\s*"[^"]/;
const TICK_MS = 50;

/**
 * Watches one exchange against its limits and calls `cut` at most once: the wait for a first output, silence after it,
 * the whole time, and the amount that is kept. Times are those of the monotonic clock that the bytes are stamped by. A stream of comments or empty events is no output.
 */
export function limitWatch(
  limits: ExchangeLimits,
  cut: (end: "timeout" | "aborted", sentence: string) => void
): {sent(ns: bigint): void; read(bytes: Buffer, ns: bigint, reads: number): void; stop(): void} {
  let from = process.hrtime.bigint();
  let lastRead = from;
  let hasOutput = false;
  let tail = "";
  let total = 0;
  const check = () => {
    const now = process.hrtime.bigint();
    const over = secondsBetween(from, now);
    if (over > limits.totalS) cut("timeout", `not finished after ${limits.totalS} s`);
    else if (!hasOutput && over > limits.firstOutputS) cut("timeout", `no output within ${limits.firstOutputS} s`);
    else if (hasOutput && secondsBetween(lastRead, now) > limits.stallS)
      cut("timeout", `silent for ${limits.stallS} s after its first output`);
  };
  const timer = setInterval(check, TICK_MS);
  return {
    sent(ns) {
      from = ns;
      lastRead = ns;
    },
    read(bytes, ns, reads) {
      lastRead = ns;
      total += bytes.length;
      if (!hasOutput) {
        const text = tail + bytes.toString("latin1");
        hasOutput = OUTPUT.test(text);
        tail = text.slice(-64);
      }
      if (total > limits.maxBytes) cut("aborted", `the answer is larger than ${limits.maxBytes} bytes`);
      else if (reads > limits.maxReads) cut("aborted", `the answer came in more than ${limits.maxReads} pieces`);
    },
    stop: () => clearInterval(timer)
  };
}

const secondsBetween = (from: bigint, to: bigint): number => Number(to - from) / 1e9;
