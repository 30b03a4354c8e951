import {createHash} from "node:crypto";
import {readFile} from "node:fs/promises";
import {parse, TomlError} from "smol-toml";
import type {z} from "zod";
import {Problem} from "../../../src/schema/problem.js";
import {checkShape, type ShapeProblem} from "./checkShape.js";

/** A TOML file that was read and checked: its exact bytes, their hash, and the value with defaults. */
export interface TomlFile<T> {
  path: string;
  bytes: Buffer;
  sha256: string;
  value: T;
}

/**
 * Reads a TOML file against a schema. `what` names the kind of file in sentences (a plan, a recipe, a policy).
 * Throws one Problem (exit 2) that lists everything that is wrong, or says why the file cannot be read.
 */
export async function readToml<T extends z.ZodType>(
  path: string,
  schema: T,
  what: string,
  rules: (value: z.output<T>) => ShapeProblem[] = () => []
): Promise<TomlFile<z.output<T>>> {
  const bytes = await readFile(path).catch((error: unknown) => {
    const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw new Problem(`${what}.unreadable`, `The ${what} ${missing ? "is not there" : "cannot be read"}`, {
      where: path,
      left: "nothing was started",
      next: missing ? "check the path; plans lie in configs/" : "check the file's permissions",
      cause: error
    });
  });
  let raw: unknown;
  try {
    raw = parse(bytes.toString("utf8"));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new Problem(`${what}.toml`, `The ${what} is not valid TOML`, {
      where: `${path}, line ${error.line}, column ${error.column}`,
      why: (error.message.split("\n")[0] ?? "").replace(/^Invalid TOML document: /, ""),
      left: "nothing was started",
      next: "correct that line",
      cause: error
    });
  }
  const checked = checkShape(schema, raw);
  const problems = checked.problems.length > 0 ? checked.problems : checked.value === null ? [] : rules(checked.value);
  if (checked.value === null || problems.length > 0) throw listed(path, what, problems);
  return {path, bytes, sha256: createHash("sha256").update(bytes).digest("hex"), value: checked.value};
}

/** All problems of a file in one error. */
export function listed(path: string, what: string, problems: readonly ShapeProblem[]): Problem {
  const lines = problems.map((problem) => `\n  ${problem.path}: ${problem.message}`).join("");
  const count = problems.length === 1 ? "one problem" : `${problems.length} problems`;
  return new Problem(`${what}.invalid`, `The ${what} has ${count}${lines}`, {
    where: path,
    left: "nothing was started",
    next: `correct ${problems.length === 1 ? "it" : "them"}; configs/${what}.schema.json lists every key for your editor`
  });
}
