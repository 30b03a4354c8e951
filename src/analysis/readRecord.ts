import {readFile} from "node:fs/promises";
import type {z} from "zod";
import {Problem} from "../schema/problem.js";

/**
 * Reads one JSON record and checks it against its shape. A wrong version is refused by name.
 * `missing: "null"` gives null for a file that is not there; every other failure throws a Problem with one clear sentence.
 */
export async function readRecord<T>(path: string, shape: z.ZodType<T>): Promise<T>;
export async function readRecord<T>(path: string, shape: z.ZodType<T>, options: {missing: "null"}): Promise<T | null>;
export async function readRecord<T>(
  path: string,
  shape: z.ZodType<T>,
  options: {missing?: "null"} = {}
): Promise<T | null> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" && options.missing === "null") return null;
    const what = code === "ENOENT" ? "A file is missing" : "A file cannot be read";
    throw new Problem("FILE_UNREADABLE", what, {
      where: path,
      ...(code ? {why: code} : {}),
      next:
        code === "ENOENT"
          ? "take it from a backup, or name another campaign"
          : "see to its owner and mode (ls -l), or take it from a backup",
      cause: error
    });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Problem("JSON_BROKEN", "A file is not whole JSON; it may have been cut short", {
      where: path,
      why: error instanceof Error ? error.message : String(error),
      next: "take the file from a backup; the rest of the campaign still loads",
      cause: error
    });
  }
  const reads = versionOf(shape);
  const found = (value as {schema?: unknown} | null)?.schema;
  if (reads !== null && found !== reads) throw wrongVersion(path, found, reads);
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const first = parsed.error.issues[0];
  throw new Problem("RECORD_SHAPE", "A record does not have the shape that its version promises", {
    where: `${path}: ${first?.path.join(".") || "(top)"}`,
    why: first?.message ?? "unknown"
  });
}

/** The Problem for a record of a version that this program does not read. */
export function wrongVersion(path: string, found: unknown, reads: string): Problem {
  const name = typeof found === "string" ? `"${found}"` : "no schema at all";
  return new Problem("SCHEMA_UNKNOWN", `A record has ${name}; this version of Assay reads "${reads}" there`, {
    where: path,
    next: "use the version of Assay that wrote it; the rest still loads"
  });
}

function versionOf(shape: z.ZodType<unknown>): string | null {
  const schema = (shape as {shape?: {schema?: {value?: unknown}}}).shape?.schema?.value;
  return typeof schema === "string" ? schema : null;
}
