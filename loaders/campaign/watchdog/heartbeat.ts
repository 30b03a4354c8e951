import {renameSync, writeFileSync} from "node:fs";
import {readFile} from "node:fs/promises";
import {z} from "zod";
import {processStart} from "./processStart.js";

/** What a campaign writes every few seconds while it lives. `token` names the watchdog that belongs to it. */
export const Heartbeat = z.object({
  token: z.string(),
  pid: z.number().int().positive(),
  started: z.string().nullable(),
  beat: z.number().int().nonnegative(),
  /** The campaign has ended by itself. */
  done: z.boolean()
});
export type Heartbeat = z.infer<typeof Heartbeat>;

/** Begins to beat into `path` every `periodMs`; the returned function ends it for good. Synchronous writes: a beat is whole or not there. */
export function startHeartbeat(path: string, token: string, periodMs: number): () => void {
  const started = processStart(process.pid);
  let beat = 0;
  const write = (done: boolean) => {
    const text = JSON.stringify({token, pid: process.pid, started, beat: beat++, done} satisfies Heartbeat);
    try {
      writeFileSync(`${path}.${token}.tmp`, text);
      renameSync(`${path}.${token}.tmp`, path);
    } catch {
      // A full disk must not end the campaign; the watchdog then restores after its time, which is the safe side.
    }
  };
  write(false);
  const timer = setInterval(() => write(false), periodMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    write(true);
  };
}

/** The heartbeat as it is now; null when there is none. */
export async function readHeartbeat(path: string): Promise<Heartbeat | null> {
  try {
    return Heartbeat.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    return null;
  }
}
