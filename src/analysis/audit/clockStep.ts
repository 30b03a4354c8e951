import {told, type Rule, type Seen} from "./rule.js";
import {num} from "./say.js";

export const clockStep: Rule = {
  id: "clock-step",
  severity: "note",
  title: "The wall clock was set while it ran",
  why: "Latencies use the monotonic clock and are safe; times of day, and what is joined by them (telemetry, logs), are off by the step.",
  fires: "the wall and the monotonic clocks moved apart by more than 50 ms",
  settle: "Keep the host's clock disciplined during a campaign.",
  run({campaign, policy}) {
    const {clocks, origin} = campaign.record;
    const limit = policy.audit.clock_step_ms;
    const seen = clocks.slice(1).flatMap((clock, i): Seen[] => {
      const before = clocks[i];
      if (!before) return [];
      const monotonic = Number(BigInt(clock.monotonic_ns) - BigInt(before.monotonic_ns)) / 1e6;
      const step = Date.parse(clock.wall) - Date.parse(before.wall) - monotonic;
      if (Math.abs(step) <= limit) return [];
      return [
        {
          detail: `Between ${before.wall} and ${clock.wall} the wall clock moved ${num(Math.abs(step))} ms ${step > 0 ? "ahead of" : "behind"} the monotonic one.`,
          metrics: [],
          files: ["campaign.json"]
        }
      ];
    });
    const blind = clocks.length < 2 && origin === "captured";
    return Promise.resolve(told(seen, blind ? ["fewer than two readings of both clocks were recorded"] : []));
  }
};
