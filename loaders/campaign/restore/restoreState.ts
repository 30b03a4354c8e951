import type {z} from "zod";
import {RESTORE_EVENTS, type RestoreEvent} from "../events.js";

export interface JournalEvent {
  at: string;
  event: string;
  detail: Record<string, unknown>;
}

/** What the journal says about the incumbent and the candidates. */
export interface RestoreState {
  snapshot: z.output<(typeof RESTORE_EVENTS)["incumbent.snapshot"]> | null;
  /** Created and not yet removed. */
  candidates: {id: string; name: string}[];
  /** The incumbent may have been stopped by us: from `incumbent.stopping` on. */
  touched: boolean;
  /** Seconds of the periods that have ended. */
  downS: number;
  /** Start of a period that has not ended. */
  downSince: string | null;
  restored: {at: string; by: "campaign" | "restore" | "watchdog"; exact: boolean; file: string} | null;
}

const seconds = (from: string, to: string): number => Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000);

/**
 * Folds a journal into what a restoration must know. A campaign that goes on after it was restored is unrestored again
 * from its next deed. Lines of other events, or of a shape this version does not know, change nothing.
 */
export function restoreState(events: JournalEvent[]): RestoreState {
  const state: RestoreState = {
    snapshot: null,
    candidates: [],
    touched: false,
    downS: 0,
    downSince: null,
    restored: null
  };
  for (const {at, event, detail} of events) {
    if (!Object.hasOwn(RESTORE_EVENTS, event)) continue;
    const known = event as RestoreEvent;
    const read = RESTORE_EVENTS[known].safeParse(detail);
    if (read.success) apply(state, at, known, read.data as Record<string, unknown>);
  }
  return state;
}

function apply(state: RestoreState, at: string, event: RestoreEvent, detail: Record<string, unknown>): void {
  const id = String(detail["id"]);
  if (event === "incumbent.snapshot") {
    state.snapshot = detail as RestoreState["snapshot"];
    state.restored = null;
  } else if (event === "candidate.created") {
    state.candidates.push({id, name: String(detail["name"])});
    state.restored = null;
  } else if (event === "candidate.removed") {
    state.candidates = state.candidates.filter((c) => c.id !== id);
  } else if (event === "incumbent.stopping") {
    state.touched = true;
    state.restored = null;
    state.downSince ??= at;
  } else if (event === "incumbent.started" || event === "incumbent.back" || event === "restored") {
    if (state.downSince !== null) state.downS += seconds(state.downSince, at);
    state.downSince = null;
    if (event === "restored")
      state.restored = {at, file: "restoration.json", ...(detail as {by: "restore"; exact: boolean})};
  }
}

/** Whether a restoration has anything to do: something was snapshotted, and created or stopped, and not restored since. */
export function needsRestore(state: RestoreState): boolean {
  return state.snapshot !== null && state.restored === null;
}
