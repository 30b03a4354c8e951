import type {ClockPair} from "../readClocks.js";
import {told, type Rule, type Seen} from "./rule.js";
import {num} from "./say.js";

export const clockStep: Rule = {
  id: "clock-step",
  severity: "note",
  title: "The wall clock was set while it ran",
  why: "Latencies use the monotonic clock and are safe; times of day, and what is joined by them (telemetry, logs), are off by the step.",
  fires: "the wall and the monotonic clocks moved apart by more than 50 ms between two readings of both in one run",
  settle: "Keep the host's clock disciplined during a campaign.",
  run({campaign, policy}) {
    const runs = campaign.clocks;
    const limit = policy.audit.clock_step_ms;
    const seen = runs.flatMap((run) => steps(run, limit));
    const blind = campaign.record.origin === "captured" && !runs.some((run) => run.length > 1);
    return Promise.resolve(
      told(seen, blind ? ["fewer than two readings of both clocks were recorded in one run"] : [])
    );
  }
};

/** Where the distance of the clocks has changed by more than the limit since it was last told: small steps add up. */
function steps(run: readonly ClockPair[], limit: number): Seen[] {
  const seen: Seen[] = [];
  let told = run[0];
  run.forEach((clock, i) => {
    const before = run[i - 1];
    if (!told || !before) return;
    const step = Number(apart(clock) - apart(told)) / 1e6;
    if (Math.abs(step) <= limit) return;
    told = clock;
    seen.push({
      detail: `By ${clock.wall} (read before at ${before.wall}) the wall clock had moved ${num(Math.abs(step))} ms ${step > 0 ? "ahead of" : "behind"} the monotonic one.`,
      metrics: [],
      files: ["campaign.json", "journal.jsonl"]
    });
  });
  return seen;
}

/** Wall minus monotonic in ns; only differences of it mean anything. A double would lose hundreds of ns. */
const apart = ({wall, monotonic_ns}: ClockPair): bigint => BigInt(Date.parse(wall)) * 1_000_000n - BigInt(monotonic_ns);
