import {open, type FileHandle} from "node:fs/promises";
import {dirname} from "node:path";
import {onFile} from "./ioProblem.js";
import {makeFolder} from "./makeFolder.js";

/** A file that this process made and only adds to. Additions are whole: a failed one is taken back. */
export interface AppendFile {
  readonly path: string;
  /** Adds bytes; with `sync` (the default) they are on the disk when it resolves. */
  append(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

function appendTo(handle: FileHandle, path: string, start: number, sync: boolean): AppendFile {
  let size = start;
  let last: Promise<void> = Promise.resolve();
  let broken: unknown = null;

  const add = async (bytes: Uint8Array) => {
    if (broken !== null) throw broken;
    try {
      for (let at = 0; at < bytes.length;)
        at += (await handle.write(bytes, at, bytes.length - at, size + at)).bytesWritten;
      if (sync) await handle.sync();
      size += bytes.length;
    } catch (error) {
      // Half a record must not stay behind: the next addition would join it.
      await handle.truncate(size).catch((failure: unknown) => {
        broken = failure;
      });
      throw error;
    }
  };
  return {
    path,
    append(bytes) {
      const mine = last.then(() => onFile(path, "written", () => add(bytes)));
      last = mine.catch(() => undefined);
      return mine;
    },
    async close() {
      await last;
      await onFile(path, "closed", async () => {
        try {
          await handle.sync();
        } finally {
          await handle.close();
        }
      });
    }
  };
}

/** Makes a new file to add to; never opens one that is there. */
export async function createAppendFile(path: string, options: {sync?: boolean} = {}): Promise<AppendFile> {
  return onFile(path, "written", async () => {
    await makeFolder(dirname(path));
    return appendTo(await open(path, "wx"), path, 0, options.sync ?? true);
  });
}

/** Opens the journal again, cut to `size` bytes: to its last whole line. No other file is ever opened twice. */
export async function reopenAppendFile(path: string, size: number): Promise<AppendFile> {
  return onFile(path, "opened again", async () => {
    const handle = await open(path, "r+");
    await handle.truncate(size);
    return appendTo(handle, path, size, true);
  });
}
