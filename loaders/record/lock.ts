import {link, lstat, open, readFile, rename, unlink} from "node:fs/promises";
import {join} from "node:path";
import {z} from "zod";
import {Problem} from "../../src/schema/problem.js";
import type {RecordEffects} from "./effects.js";
import {ioCode, onFile} from "./ioProblem.js";

export const LOCK_NAME = ".lock";

const Holder = z.object({pid: z.number().int().positive(), started: z.string().nullable()});
type Holder = z.infer<typeof Holder>;

const Whole = z.strictObject({
  pid: z.number().int().positive(),
  started: z
    .string()
    .regex(/^\d{1,20}$/)
    .nullable(),
  token: z.string().regex(/^[0-9a-f]{1,64}$/)
});

/** Whether a campaign's lock is one of ours (an empty one is what a kill leaves): nothing else may lie under its name. */
export async function isOwnLock(folder: string): Promise<boolean> {
  const path = join(folder, LOCK_NAME);
  try {
    if (!(await lstat(path)).isFile()) return false;
    const text = await readFile(path, "utf8");
    return text === "" || (text.length < 1000 && Whole.safeParse(JSON.parse(text)).success);
  } catch (error) {
    return ioCode(error) === "ENOENT";
  }
}

/** When a process started, in the kernel's ticks: tells a process from a later one with the same number. */
async function startOf(pid: number): Promise<string | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

async function isAlive(holder: Holder): Promise<boolean> {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (ioCode(error) === "ESRCH") return false;
  }
  const started = await startOf(holder.pid);
  return holder.started === null || started === null || started === holder.started;
}

const read = (path: string) => readFile(path, "utf8").catch(() => null);

function parse(text: string | null): Holder | null {
  try {
    return Holder.parse(JSON.parse(text ?? ""));
  } catch {
    return null;
  }
}

/** Moves the lock of a dead process away; gives it back when another was quicker. */
async function steal(path: string, seen: string | null, effects: RecordEffects): Promise<void> {
  const away = `${path}.${effects.token()}.tmp`;
  try {
    await rename(path, away);
  } catch (error) {
    if (ioCode(error) === "ENOENT") return;
    throw error;
  }
  if ((await read(away)) !== seen) await link(away, path).catch(() => undefined);
  await unlink(away);
}

/** Makes a lock that is not there; half of one (a full disk) does not stay. */
async function makeLock(path: string, mine: string): Promise<void> {
  const handle = await open(path, "wx");
  try {
    await handle.writeFile(mine);
  } catch (error) {
    await unlink(path);
    throw error;
  } finally {
    await handle.close();
  }
}

/**
 * Takes a campaign for this process; resolves to its release. A second process gets the Problem `campaign-in-use`;
 * a lock whose process is gone is taken over.
 */
export async function lockCampaign(folder: string, effects: RecordEffects): Promise<() => Promise<void>> {
  const path = join(folder, LOCK_NAME);
  const mine = JSON.stringify({pid: process.pid, started: await startOf(process.pid), token: effects.token()});
  for (let attempt = 0; attempt < 5; attempt += 1) {
    try {
      await makeLock(path, mine);
      return async () => {
        if ((await read(path)) === mine) await unlink(path);
      };
    } catch (error) {
      if (ioCode(error) !== "EEXIST") await onFile(path, "locked", () => Promise.reject(error));
    }
    const seen = await read(path);
    const holder = parse(seen);
    if (holder && (await isAlive(holder)))
      throw new Problem("campaign-in-use", `Process ${holder.pid} is writing this campaign`, {
        where: folder,
        left: "everything",
        next: `wait for it to end, or stop it (kill ${holder.pid}) and resume`
      });
    await steal(path, seen, effects);
  }
  throw new Problem("campaign-in-use", "Other processes keep taking this campaign", {
    where: folder,
    left: "everything",
    next: "see which processes run Assay, stop all but one, and resume"
  });
}
