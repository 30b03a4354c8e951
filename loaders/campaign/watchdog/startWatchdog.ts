import {spawn} from "node:child_process";
import {createHash, randomBytes} from "node:crypto";
import {closeSync, mkdirSync, openSync} from "node:fs";
import {createRequire} from "node:module";
import {basename, join, resolve} from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";
import {stateFolder} from "../restore/stateFolder.js";
import {startHeartbeat} from "./heartbeat.js";

export interface WatchdogOptions {
  /** The campaign's folder. */
  folder: string;
  /** Seconds of silence; default ASSAY_WATCHDOG_SILENCE_S of the environment, else 120. */
  silenceS?: number;
  /** Hard deadline of `--restore-by`; null: none. */
  restoreBy?: Date | null;
  /** Seconds that a living campaign gets to restore after the deadline; default 120. */
  askS?: number;
  env?: NodeJS.ProcessEnv;
}

export interface Watchdog {
  pid: number;
  /** Heartbeat and log live here, outside the evidence. */
  folder: string;
  /** Ends the heartbeat and tells the watchdog that the campaign has ended by itself. */
  stop(): void;
}

/**
 * Starts the detached process that restores when this one falls silent, and this process's heartbeat. It has a session and a log
 * of its own, so that neither Ctrl-C, a closed terminal nor SIGKILL of this process reaches it. Start it before the
 * incumbent stops. `options.env` is its environment (DOCKER_HOST, the server's key).
 */
export function startWatchdog(options: WatchdogOptions): Watchdog {
  const {restoreBy = null, askS = 120, env = process.env} = options;
  const silenceS = options.silenceS ?? (Number(env["ASSAY_WATCHDOG_SILENCE_S"]) || 120);
  const folder = resolve(options.folder);
  const name = `${basename(folder)}-${createHash("sha256").update(folder).digest("hex").slice(0, 8)}`;
  const own = join(stateFolder(env), "watch", name);
  mkdirSync(own, {recursive: true});
  const token = randomBytes(8).toString("hex");
  const beats = join(own, "heartbeat.json");
  const stop = startHeartbeat(beats, token, Math.min(5000, (silenceS * 1000) / 6));
  const log = openSync(join(own, "watchdog.log"), "a");
  const child = spawn(
    process.execPath,
    [
      "--import",
      pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href,
      fileURLToPath(new URL("./main.ts", import.meta.url)),
      JSON.stringify({folder, beats, token, silenceS, askS, restoreBy: restoreBy?.toISOString() ?? null})
    ],
    {detached: true, stdio: ["ignore", log, log], env, cwd: fileURLToPath(new URL("../../..", import.meta.url))}
  );
  closeSync(log);
  child.unref();
  child.on("error", () => undefined);
  return {pid: child.pid ?? -1, folder: own, stop};
}
