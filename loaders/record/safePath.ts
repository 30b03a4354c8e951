import {join} from "node:path";
import {Problem} from "../../src/schema/problem.js";

/** Whether a path names a file inside a campaign: relative, of plain parts, without dot files, and legal in SHA256SUMS. */
export function isSafePath(path: string): boolean {
  return (
    path.length > 0 &&
    path.length < 1000 &&
    !/[\u0000-\u001f\u007f\\]/.test(path) &&
    path.split("/").every((part) => part !== "" && !part.startsWith("."))
  );
}

/** The place of a campaign's file; throws a Problem for a path that would leave the folder. */
export function inside(folder: string, path: string): string {
  if (!isSafePath(path))
    throw new Problem("unsafe-path", "A file name would leave the evidence folder or hide in it", {
      where: JSON.stringify(path),
      next: "use a relative name of plain parts"
    });
  return join(folder, path);
}
