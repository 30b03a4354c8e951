import {link, open, rename, unlink} from "node:fs/promises";
import {dirname} from "node:path";
import type {RecordEffects} from "./effects.js";
import {ioCode, onFile} from "./ioProblem.js";
import {makeFolder} from "./makeFolder.js";

/** Makes the names in a folder survive a power cut; some file systems cannot, and need not. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } catch (error) {
    if (ioCode(error) !== "EINVAL" && ioCode(error) !== "EISDIR") throw error;
  } finally {
    await handle.close();
  }
}

async function writeBeside(path: string, bytes: Uint8Array | string, effects: RecordEffects): Promise<string> {
  await makeFolder(dirname(path));
  const beside = `${path}.${effects.token()}.tmp`;
  const handle = await open(beside, "wx");
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } catch (error) {
    await handle.close();
    await unlink(beside);
    throw error;
  }
  await handle.close();
  return beside;
}

/** Writes a whole file at once or not at all, and never over another: throws the Problem `file-exists`. */
export async function writeOnce(path: string, bytes: Uint8Array | string, effects: RecordEffects): Promise<void> {
  await onFile(path, "written", async () => {
    const beside = await writeBeside(path, bytes, effects);
    try {
      await link(beside, path);
    } finally {
      await unlink(beside);
    }
    await syncFolder(dirname(path));
  });
}

/** Replaces a file that only restates others (SHA256SUMS, the head of the amendments): old or new, never a part. */
export async function replaceFile(path: string, bytes: Uint8Array | string, effects: RecordEffects): Promise<void> {
  await onFile(path, "written", async () => {
    await rename(await writeBeside(path, bytes, effects), path);
    await syncFolder(dirname(path));
  });
}
