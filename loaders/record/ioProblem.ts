import {Problem} from "../../src/schema/problem.js";

/** The code of a file system error, e.g. ENOENT; null of anything else. */
export function ioCode(error: unknown): string | null {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : null;
  return typeof code === "string" ? code : null;
}

const KNOWN: Record<string, [code: string, why: string, next: string]> = {
  ENOSPC: ["disk-full", "the disk is full", "free some space, then resume the campaign: what was recorded is kept"],
  EDQUOT: ["disk-full", "the disk quota is used up", "free some space, then resume the campaign"],
  EROFS: ["read-only", "the file system is read-only", "mount it writable, or give another folder with --evidence DIR"],
  EACCES: ["read-only", "this user may not write there", "change the folder's owner or mode, or give --evidence DIR"],
  EPERM: ["read-only", "the system does not permit it", "change the folder's owner or mode, or give --evidence DIR"],
  EMFILE: ["too-many-files", "the limit of open files is reached", "raise it (ulimit -n 1024) and resume the campaign"],
  ENFILE: ["too-many-files", "the system's limit of open files is reached", "close other programs and resume"],
  EEXIST: ["file-exists", "it is there already, and evidence is never overwritten", "resume: it opens the next stage"],
  ENOENT: ["no-folder", "the folder is not there and cannot be made", "give another folder with --evidence DIR"],
  ENOTDIR: ["no-folder", "a file stands where a folder is needed", "give another folder with --evidence DIR"],
  EIO: ["disk-failed", "the disk reports a failure", "check the disk; the evidence before this point may be readable"]
};

/** Turns a file system error into one with the next step; anything else is handed back as it is. */
export function ioProblem(error: unknown, path: string, doing: string): unknown {
  if (error instanceof Problem) return error;
  const code = ioCode(error);
  if (code === null) return error;
  const [name, why, next] = KNOWN[code] ?? [
    "io-failed",
    `the system says ${code}`,
    "look at that path, then try again"
  ];
  return new Problem(name, `Evidence could not be ${doing}`, {
    where: path,
    why,
    left: "all records that were already written",
    next,
    cause: error
  });
}

/** Runs a step on a file, and tells its failure as a Problem. */
export async function onFile<T>(path: string, doing: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw ioProblem(error, path, doing);
  }
}
