/** The files of an import: named relative to what the user gave, hashed, read within limits; a link is listed and not followed. */
import {createHash} from "node:crypto";
import {createReadStream} from "node:fs";
import {lstat, readdir, readFile, readlink} from "node:fs/promises";
import {basename, join} from "node:path";
import {Problem} from "../../src/schema/problem.js";
import {sha256} from "./sha256.js";

/** Larger files are listed and not read. */
export const MAX_FILE_BYTES = 64 * 2 ** 20;
const MAX_FILES = 20_000;
const MAX_DEPTH = 16;

export interface SourceFile {
  /** Relative to the given folder, with `/`; a given file's own name. */
  name: string;
  path: string;
  size: number;
  sha256: string;
  /** Why it is not read; null when it can be. */
  refused: string | null;
}

/** Lists and hashes everything below the given paths, in order of name. Throws a Problem when a path does not exist. */
export async function sourceFiles(paths: string[]): Promise<SourceFile[]> {
  const found: SourceFile[] = [];
  for (const path of paths) {
    const stat = await lstat(path).catch(() => null);
    if (!stat)
      throw new Problem("import.no-path", "There is nothing at this path", {
        where: path,
        left: "nothing was written",
        next: "give the path of a result file, or of a folder that holds some"
      });
    if (stat.isDirectory()) await walk(path, "", 0, found);
    else found.push(await describe(path, basename(path)));
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

async function walk(folder: string, prefix: string, depth: number, found: SourceFile[]): Promise<void> {
  const entries = await readdir(folder, {withFileTypes: true});
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = `${prefix}${entry.name}`;
    if (entry.isDirectory()) {
      if (depth < MAX_DEPTH) await walk(join(folder, entry.name), `${name}/`, depth + 1, found);
      continue;
    }
    if (found.length >= MAX_FILES)
      throw new Problem("import.too-many", `This folder holds more than ${MAX_FILES} files`, {
        where: folder,
        next: "import its parts one by one"
      });
    found.push(await describe(join(folder, entry.name), name));
  }
}

async function describe(path: string, name: string): Promise<SourceFile> {
  const stat = await lstat(path);
  if (stat.isSymbolicLink()) {
    const target = await readlink(path);
    return {
      name,
      path,
      size: Buffer.byteLength(target),
      sha256: sha256(target),
      refused: "a symbolic link; links are not followed (size and hash are those of the link's text)"
    };
  }
  if (!stat.isFile()) return {name, path, size: 0, sha256: sha256(""), refused: "not a regular file"};
  const hash = await hashFile(path).catch(() => null);
  if (hash === null)
    return {name, path, size: stat.size, sha256: sha256(""), refused: "it cannot be read (permission)"};
  const refused =
    stat.size > MAX_FILE_BYTES
      ? `it has ${Math.ceil(stat.size / 2 ** 20)} MiB; files above ${MAX_FILE_BYTES / 2 ** 20} MiB are not read`
      : stat.size === 0
        ? "it is empty"
        : null;
  return {name, path, size: stat.size, sha256: hash, refused};
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

/** The file as text. Throws a Problem when its bytes are not UTF-8. */
export async function readText(file: SourceFile): Promise<string> {
  const bytes = await readFile(file.path);
  try {
    return new TextDecoder("utf-8", {fatal: true}).decode(bytes);
  } catch {
    throw new Problem("import.not-utf8", "Its bytes are not UTF-8 text");
  }
}
