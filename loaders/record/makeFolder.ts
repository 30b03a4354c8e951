import {mkdir, stat} from "node:fs/promises";
import {dirname} from "node:path";
import {ioCode} from "./ioProblem.js";

/**
 * Makes a folder and the ones above it; one that is there already is left as it is. Throws the system's error.
 * Node's own `recursive` never returns where a file system answers ENOENT below a folder that exists, as /proc does.
 */
export async function makeFolder(path: string): Promise<void> {
  const made = await attempt(path);
  if (made !== "ENOENT" || dirname(path) === path) return refuse(made, path);
  await makeFolder(dirname(path));
  return refuse(await attempt(path), path);
}

async function attempt(path: string): Promise<string | null> {
  try {
    await mkdir(path);
    return null;
  } catch (error) {
    const code = ioCode(error);
    if (code === null) throw error;
    if (code === "EEXIST") return (await stat(path)).isDirectory() ? null : "ENOTDIR";
    return code;
  }
}

function refuse(code: string | null, path: string): void {
  if (code !== null) throw Object.assign(new Error(`${code}: the folder ${path} cannot be made`), {code, path});
}
