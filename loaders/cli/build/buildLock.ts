import {mkdir, open, readFile, rm} from "node:fs/promises";
import {dirname} from "node:path";
import {setTimeout as sleep} from "node:timers/promises";
import {Problem} from "../../../src/schema/problem.js";

/** Clock and processes as the lock needs them. */
export interface LockEffects {
  wait(ms: number): Promise<unknown>;
  alive(pid: number): boolean;
  pid: number;
}

const realLock: LockEffects = {
  wait: sleep,
  alive: (pid) => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  },
  pid: process.pid
};

/**
 * One build at a time in a checkout, since Framework has one cache below its root. Waits for another build
 * (up to `patienceMs`), takes over the lock of a dead one, and returns what gives it back.
 */
export async function buildLock(
  path: string,
  patienceMs = 600_000,
  effects: LockEffects = realLock
): Promise<() => Promise<void>> {
  await mkdir(dirname(path), {recursive: true});
  for (let waited = 0; ; waited += 250) {
    try {
      const file = await open(path, "wx");
      await file.writeFile(String(effects.pid));
      await file.close();
      return () => rm(path, {force: true});
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const owner = Number(await readFile(path, "utf8").catch(() => ""));
    // An empty file is a lock that is just being written.
    if (owner > 0 && owner !== effects.pid && !effects.alive(owner)) await rm(path, {force: true});
    else if (waited >= patienceMs)
      throw new Problem("BUILD_BUSY", "Another build holds the lock", {
        where: path,
        why: `process ${owner} is building in this checkout`,
        left: "the report is as it was",
        next: "wait for it, or remove the file when no build is running"
      });
    await effects.wait(250);
  }
}
