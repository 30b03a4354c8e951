import {describe, expect, it} from "vitest";
import {restoreEvent, type RestoreDetail} from "../../loaders/campaign/events.js";
import {needsRestore, restoreState, type JournalEvent} from "../../loaders/campaign/restore/restoreState.js";

const SNAPSHOT: RestoreDetail<"incumbent.snapshot"> = {
  id: "i",
  name: "prod",
  base_url: "http://127.0.0.1:1",
  served_model: null,
  api_key_env: null,
  engine_id: "e",
  was_running: true,
  before: "host/before.json",
  nvidia_smi: null,
  launch_s: 1
};
let minute = 0;
const line = ([event, detail]: [string, Record<string, unknown>]): JournalEvent => ({
  at: new Date(Date.UTC(2026, 0, 1, 0, minute++)).toISOString(),
  event,
  detail
});
const fold = (...events: [string, Record<string, unknown>][]) => {
  minute = 0;
  return restoreState(events.map(line));
};
const snapshot = restoreEvent("incumbent.snapshot", SNAPSHOT);
const created = restoreEvent("candidate.created", {id: "c", name: "assay-c", profile: "c"});
const removed = restoreEvent("candidate.removed", {id: "c", name: "assay-c"});
const stopping = restoreEvent("incumbent.stopping", {id: "i"});
const started = restoreEvent("incumbent.started", {id: "i"});
const restored = restoreEvent("restored", {by: "campaign", exact: true});

describe("restoreState", () => {
  it("needs no restoration before the snapshot, and none after it was restored", () => {
    expect(needsRestore(fold(["created", {}]))).toBe(false);
    expect(needsRestore(fold(snapshot))).toBe(true);
    expect(needsRestore(fold(snapshot, created, stopping, removed, started, restored))).toBe(false);
  });

  it("needs one from the moment before the incumbent stops", () => {
    expect(fold(snapshot, created).touched).toBe(false);
    expect(fold(snapshot, created, stopping)).toMatchObject({touched: true, downSince: "2026-01-01T00:02:00.000Z"});
  });

  it("knows the candidates that were created and not removed", () => {
    expect(fold(snapshot, created).candidates).toEqual([{id: "c", name: "assay-c"}]);
    expect(fold(snapshot, created, removed).candidates).toEqual([]);
  });

  it("needs one again when a restored campaign goes on", () => {
    expect(needsRestore(fold(snapshot, stopping, started, restored, stopping))).toBe(true);
    expect(needsRestore(fold(snapshot, stopping, started, restored, created))).toBe(true);
  });

  it("adds up the time in which the incumbent was down", () => {
    expect(fold(snapshot, stopping, started, restored, stopping, started)).toMatchObject({downS: 120, downSince: null});
  });

  it("passes over events that it does not know and details of another shape", () => {
    const state = fold(snapshot, ["stage.ended", {}], ["restored", {by: "nobody"}], ["__proto__", {}]);
    expect(needsRestore(state)).toBe(true);
  });
});
