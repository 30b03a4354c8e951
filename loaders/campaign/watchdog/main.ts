import {stat} from "node:fs/promises";
import {join} from "node:path";
import {z} from "zod";
import {realRestoreEffects} from "../restore/realRestoreEffects.js";
import {readRestoreState} from "../restore/readRestoreState.js";
import {restore} from "../restore/restore.js";
import type {RestoreState} from "../restore/restoreState.js";
import {lives, processStart} from "./processStart.js";
import {readHeartbeat} from "./heartbeat.js";
import {watch} from "./watch.js";

/** The watchdog's own process: `main.ts '{"folder": ...}'`, started by startWatchdog. Its output is its log. */
const Arguments = z.object({
  folder: z.string(),
  beats: z.string(),
  token: z.string(),
  silenceS: z.number().positive(),
  askS: z.number().nonnegative(),
  restoreBy: z.string().nullable()
});

const given = Arguments.parse(JSON.parse(process.argv[2] ?? "{}"));
const log = (sentence: string) => void process.stdout.write(`${new Date().toISOString()} ${sentence}\n`);

// Nothing but its own end, or the machine's, should end a watchdog.
for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => log(`ignored ${signal}`));

let seen: {size: number; state: RestoreState} | null = null;
/** The journal is read again only when it has grown. */
async function state(): Promise<RestoreState | null> {
  const file = await stat(join(given.folder, "journal.jsonl")).catch(() => null);
  if (file === null) return null;
  if (seen?.size !== file.size) seen = {size: file.size, state: await readRestoreState(given.folder)};
  return seen.state;
}

log(`watching ${given.folder}`);
const end = await watch(
  {
    token: given.token,
    silenceS: given.silenceS,
    askS: given.askS,
    restoreByMs: given.restoreBy === null ? null : Date.parse(given.restoreBy),
    tickMs: Math.min(1000, given.silenceS * 100)
  },
  {
    heartbeat: () => readHeartbeat(given.beats),
    state,
    lives: (beat) => lives(beat.pid, beat.started),
    kill(beat, signal) {
      if (beat.started === null || processStart(beat.pid) === beat.started) process.kill(beat.pid, signal);
    },
    restore: async () => {
      const record = await restore(given.folder, "watchdog", realRestoreEffects({env: process.env, talk: log}));
      if (record)
        log(`restored: ${record.fields.filter((f) => f.equal).length} of ${record.fields.length} fields equal`);
    },
    monotonicMs: () => performance.now(),
    wallMs: () => Date.now(),
    sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
    log
  }
);
log(`ended: ${end}`);
