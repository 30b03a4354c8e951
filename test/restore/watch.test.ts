import {describe, expect, it} from "vitest";
import {Problem} from "../../src/schema/problem.js";
import {restoreState, type RestoreState} from "../../loaders/campaign/restore/restoreState.js";
import type {Heartbeat} from "../../loaders/campaign/watchdog/heartbeat.js";
import {watch, type WatchEffects, type WatchOptions} from "../../loaders/campaign/watchdog/watch.js";

const AT = "2026-01-01T00:00:00.000Z";
const STOPPED: RestoreState = {
  ...restoreState([
    {
      at: AT,
      event: "incumbent.snapshot",
      detail: {
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
      }
    },
    {at: AT, event: "incumbent.stopping", detail: {id: "i"}}
  ])
};
const BACK: RestoreState = {...STOPPED, restored: {at: AT, by: "campaign", exact: true, file: "restoration.json"}};
const beat = (n: number, more: Partial<Heartbeat> = {}): Heartbeat => ({
  token: "t",
  pid: 7,
  started: "1",
  beat: n,
  done: false,
  ...more
});
const OPTIONS: WatchOptions = {token: "t", silenceS: 120, restoreByMs: null, askS: 60, tickMs: 1000};

interface World {
  /** The heartbeat at a second of the watchdog's clock. */
  heartbeat(second: number): Heartbeat | null;
  state?(second: number): RestoreState | null;
  /** Attempts that fail before one succeeds. */
  failures?: number;
  code?: string;
  wallOffsetMs?: number;
  options?: Partial<WatchOptions>;
}

/** Runs a watchdog on a clock of its own; tells what it did and when. */
async function run(world: World) {
  let ms = 0;
  let failures = world.failures ?? 0;
  let restored = false;
  const did: string[] = [];
  const second = () => Math.floor(ms / 1000);
  const effects: WatchEffects = {
    heartbeat: () => Promise.resolve(world.heartbeat(second())),
    state: () => Promise.resolve(restored ? BACK : (world.state ?? (() => STOPPED))(second())),
    lives: () => true,
    kill: (_, signal) => void did.push(`${signal} at ${second()}`),
    restore() {
      did.push(`restore at ${second()}`);
      if (failures-- > 0) return Promise.reject(new Problem(world.code ?? "not-restored", "cannot", {exitCode: 3}));
      restored = true;
      return Promise.resolve();
    },
    monotonicMs: () => ms,
    wallMs: () => ms + (world.wallOffsetMs ?? 0),
    sleep(wait) {
      ms += wait;
      return Promise.resolve();
    },
    log: () => undefined
  };
  return {end: await watch({...OPTIONS, ...world.options}, effects), did};
}

describe("the watchdog", () => {
  it("restores by itself after 120 s without a beat, and ends a process that hangs first", async () => {
    const {end, did} = await run({heartbeat: (s) => beat(Math.min(s, 30))});
    expect([end, did]).toEqual(["restored", ["SIGKILL at 150", "restore at 150"]]);
  });

  it("does nothing while the campaign beats, however long that takes", async () => {
    const {end, did} = await run({heartbeat: (s) => beat(s), state: (s) => (s > 20_000 ? BACK : STOPPED)});
    expect([end, did]).toEqual(["restored", []]);
  });

  it("takes a clock that was set forward for no silence", async () => {
    const state = (s: number) => (s > 300 ? BACK : STOPPED);
    const {end, did} = await run({heartbeat: (s) => beat(s), state, wallOffsetMs: 86_400_000});
    expect([end, did]).toEqual(["restored", []]);
  });

  it("ends with a campaign that ended before it touched anything", async () => {
    const {end, did} = await run({heartbeat: (s) => beat(1, {done: s > 10}), state: () => restoreState([])});
    expect([end, did]).toEqual(["ended", []]);
  });

  it("tries again for a campaign that ended and could not restore", async () => {
    const {end, did} = await run({heartbeat: (s) => beat(Math.min(s, 10), {done: s >= 10})});
    expect([end, did.at(-1)]).toEqual(["restored", "restore at 130"]);
  });

  it("ends when the campaign or a person has restored", async () => {
    const {end, did} = await run({heartbeat: () => beat(1), state: (s) => (s < 50 ? STOPPED : BACK)});
    expect([end, did]).toEqual(["restored", []]);
  });

  it("restores nothing when nothing was snapshotted, and ends when the folder is gone", async () => {
    expect(await run({heartbeat: () => beat(1), state: () => restoreState([])})).toEqual({
      end: "ended",
      did: []
    });
    expect(await run({heartbeat: () => beat(1), state: () => null})).toEqual({end: "folder-gone", did: []});
  });

  it("yields to the watchdog of a campaign that was resumed", async () => {
    const {end, did} = await run({heartbeat: (s) => beat(1, {token: s < 60 ? "t" : "u"})});
    expect([end, did]).toEqual(["superseded", []]);
  });

  it("asks a living campaign to restore at --restore-by, and restores itself when it does not", async () => {
    const options = {restoreByMs: 100_000};
    const {end, did} = await run({heartbeat: (s) => beat(s), options});
    expect([end, did]).toEqual(["restored", ["SIGINT at 100", "SIGKILL at 160", "restore at 160"]]);
    const obeyed = await run({heartbeat: (s) => beat(s), options, state: (s) => (s < 130 ? STOPPED : BACK)});
    expect(obeyed).toEqual({end: "restored", did: ["SIGINT at 100"]});
  });

  it("tries again, ever more slowly, while the incumbent cannot be brought back", async () => {
    const {end, did} = await run({heartbeat: () => beat(1), failures: 3});
    expect(end).toBe("restored");
    expect(did).toEqual(["SIGKILL at 120", "restore at 120", "restore at 122", "restore at 126", "restore at 134"]);
  });

  it("gives up after 40 attempts", async () => {
    const {end, did} = await run({heartbeat: () => beat(1), failures: 100});
    expect(end).toBe("gave-up");
    expect(did.filter((d) => d.startsWith("restore"))).toHaveLength(40);
  });

  it("does not repeat a restoration whose proof alone could not be written", async () => {
    const {end, did} = await run({heartbeat: () => beat(1), failures: 1, code: "proof-not-written"});
    expect([end, did.filter((d) => d.startsWith("restore"))]).toEqual(["restored", ["restore at 120"]]);
  });
});
