import {Problem} from "../../../src/schema/problem.js";
import type {RestoreState} from "../restore/restoreState.js";
import {needsRestore} from "../restore/restoreState.js";
import type {Heartbeat} from "./heartbeat.js";

export interface WatchOptions {
  token: string;
  /** Seconds without a beat after which the campaign counts as dead. */
  silenceS: number;
  /** Hard deadline, epoch ms; null: none. */
  restoreByMs: number | null;
  /** Seconds that a living campaign gets to restore by itself once the deadline has passed. */
  askS: number;
  tickMs: number;
}

export interface WatchEffects {
  heartbeat(): Promise<Heartbeat | null>;
  /** The journal's state; null when the campaign's folder is gone. */
  state(): Promise<RestoreState | null>;
  lives(beat: Heartbeat): boolean;
  kill(beat: Heartbeat, signal: "SIGINT" | "SIGKILL"): void;
  restore(): Promise<void>;
  /** Monotonic, ms: a clock that is set, or a machine that slept, must not look like silence. */
  monotonicMs(): number;
  wallMs(): number;
  sleep(ms: number): Promise<void>;
  log(sentence: string): void;
}

export type WatchEnd = "ended" | "superseded" | "restored" | "gave-up" | "folder-gone";

/**
 * Watches a campaign until it is restored, or has ended with nothing to restore. After `silenceS` without a beat, or when the deadline has
 * passed and the campaign did not restore within `askS`, it ends the process (a hung one could wake up later) and restores.
 */
export async function watch(options: WatchOptions, effects: WatchEffects): Promise<WatchEnd> {
  let beat = -1;
  let alive = effects.monotonicMs();
  let asked: number | null = null;
  let last: Heartbeat | null = null;
  for (;;) {
    const now = await effects.heartbeat();
    if (now && now.token !== options.token) return "superseded";
    if (now && now.beat !== beat) {
      beat = now.beat;
      alive = effects.monotonicMs();
    }
    last = now ?? last;
    const state = await effects.state();
    if (state === null) return "folder-gone";
    if (state.restored !== null) return "restored";
    // One that ended without restoring (exit 3, a second Ctrl-C) beats no more: its incumbent is tried again after the silence.
    if (now?.done && !needsRestore(state)) return "ended";

    const silent = effects.monotonicMs() - alive >= options.silenceS * 1000;
    const late = options.restoreByMs !== null && effects.wallMs() >= options.restoreByMs;
    if (late && !silent && asked === null) {
      asked = effects.monotonicMs();
      effects.log("the deadline has passed: asking the campaign to stop and restore");
      if (last && effects.lives(last)) effects.kill(last, "SIGINT");
      else asked = -Infinity;
    }
    const overdue = asked !== null && effects.monotonicMs() - asked >= options.askS * 1000;
    if (silent || overdue) {
      effects.log(
        silent ? `no sign of life for ${options.silenceS} s` : "the campaign did not restore by its deadline"
      );
      // A campaign that has touched nothing is left alone, even if it hangs.
      if (!needsRestore(state)) return "ended";
      if (last && effects.lives(last)) effects.kill(last, "SIGKILL");
      return restoreUntilDone(options, effects);
    }
    await effects.sleep(options.tickMs);
  }
}

/** Tries until it succeeds: an engine may be restarting, or a person may be restoring at the same moment. */
async function restoreUntilDone(options: WatchOptions, effects: WatchEffects): Promise<WatchEnd> {
  for (let attempt = 1; attempt <= 40; attempt++) {
    const now = await effects.heartbeat();
    if (now && now.token !== options.token) return "superseded";
    const state = await effects.state();
    if (state === null) return "folder-gone";
    if (state.restored !== null) return "restored";
    try {
      effects.log(`restoring, attempt ${attempt}`);
      await effects.restore();
    } catch (error) {
      const problem = error instanceof Problem ? error : null;
      effects.log(
        `${error instanceof Error ? error.message : String(error)}${problem?.next ? `\n  next: ${problem.next}` : ""}`
      );
      if (problem?.code === "proof-not-written") return "restored";
      await effects.sleep(Math.min(300_000, options.tickMs * 2 ** Math.min(attempt, 12)));
    }
  }
  return "gave-up";
}
