import {at, errorsOf, type Errors} from "../client/errors.js";
import {clients, runClient, type ClientName} from "../client/clients.js";
import {benchServer} from "../client/simulator.js";
import type {ClientReport} from "../client/plan.js";
import {measure, type Repeats} from "../core/measure.js";
import type {Part} from "../core/part.js";

const STEP_MS = 10;
const TOKENS = 32;
/** Enough requests at 64 streams for a p99 (n >= 299). */
const LEVELS = [
  {streams: 1, rounds: 15},
  {streams: 8, rounds: 8},
  {streams: 64, rounds: 5},
  {streams: 256, rounds: 2}
];
const MOST_MS = 1;

/** Client times against the server's own, at rising numbers of streams. */
export const clientTruth: Part = {
  name: "truth",
  title: "Client truth: client's time minus the simulated server's own, same monotonic clock",
  async run(_, add) {
    const server = await benchServer(STEP_MS);
    const programs = clients();
    try {
      for (const level of LEVELS) {
        const seen = new Map<ClientName, {errors: Errors; report: ClientReport}>();
        for (const {name, argv} of programs) {
          await server.taken();
          // Spread over the time that one answer takes, as a closed loop is after a while: all at once is a queue at the server.
          const staggerMs = (TOKENS * STEP_MS) / level.streams;
          const plan = {url: server.url, ...level, warmUp: 3, maxTokens: TOKENS, derive: true, staggerMs};
          const report = await runClient(argv, plan);
          seen.set(name, {errors: errorsOf(report.seen, await server.taken()), report});
        }
        rows(level.streams, seen).forEach(add);
      }
    } finally {
      await server.stop();
    }
  }
};

function rows(streams: number, all: ReadonlyMap<ClientName, {errors: Errors; report: ClientReport}>) {
  const ours = all.get("ours");
  if (!ours) throw new Error("our own client gave nothing");
  const p99 = (name: ClientName, of: keyof Errors): Repeats | null => {
    const errors = all.get(name)?.errors[of];
    return errors ? {name, values: [at(errors, 99)]} : null;
  };
  const row = (of: keyof Errors, what: string) => {
    const values = ours.errors[of];
    const delays = ours.report.seen.map((s) => s.loop_delay_p99_ms ?? 0);
    return measure({
      what: `${what}, ${streams} stream${streams === 1 ? "" : "s"}, p99 error`,
      unit: "ms",
      ours: [at(values, 99)],
      n: values.length,
      peer: p99("aiohttp", of),
      limit: p99("bare socket", of),
      ...(of === "ttfo" && streams === 64
        ? {target: {says: `at most ${MOST_MS} ms`, met: (r: {ours: number}) => r.ours <= MOST_MS}}
        : {}),
      note: `p50 ${at(values, 50).toFixed(3)} ms, largest ${Math.max(...values).toFixed(2)} ms; loop delay p99 ${at(delays, 50).toFixed(2)} ms in the median request`
    });
  };
  return [row("ttfo", "TTFT"), row("first", "first output seen"), row("last", "last output seen")];
}
