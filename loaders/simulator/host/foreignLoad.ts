/** Another client's requests, which nobody here has sent: now and then a short one, straight to the engine. */
import type {Scheduler} from "../engine/scheduler.js";
import type {SimulatorConfig} from "../options.js";
import {seeded} from "../random.js";

const everyMs = 4_000;
const shortestMs = 100;
const promptTokens = 700;
const outputTokens = 24;
const silent = {started: () => undefined, tokens: () => undefined, finished: () => undefined};

/** Starts the load; the result stops it. */
export function startForeignLoad(scheduler: Scheduler, config: SimulatorConfig): () => void {
  const random = seeded(config.seed + 99);
  let count = 0;
  const timer = setInterval(
    () => {
      const id = `foreign-${count++}`;
      scheduler.submit({
        id,
        promptIds: Array.from({length: promptTokens}, () => Math.floor(random() * 150_000)),
        cacheSalt: id,
        output: Array.from({length: outputTokens}, () => ({channel: "content" as const, text: " so", call: -1})),
        maxTokens: outputTokens,
        acceptance: config.model.acceptance,
        images: 0,
        seed: count,
        listener: silent
      });
    },
    Math.max(shortestMs, everyMs * config.timeScale)
  );
  return () => clearInterval(timer);
}
