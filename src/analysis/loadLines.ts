import {open, readFile} from "node:fs/promises";
import type {DuckDBConnection} from "@duckdb/node-api";
import type {z} from "zod";
import {Problem} from "../schema/problem.js";
import {wrongVersion} from "./readRecord.js";

/** A kind of JSON-lines record: its version, the JSON fields to read with their DuckDB types, and the projection into a table. */
export interface LineKind {
  schema: string;
  table: string;
  fields: Record<string, FieldType>;
  shape: z.ZodType<unknown>;
  /** Its lines have a `file` of their own. */
  namesFile: boolean;
  /** SELECT list over the fields of `line`; `campaign_id` and `file` (relative to the campaign) are added. */
  select: string;
}

/** A DuckDB type, or a STRUCT by its fields. */
export type FieldType = string | Record<string, string>;

export interface LineFile {
  campaignId: string;
  /** Absolute. */
  path: string;
  /** Relative to the campaign. */
  file: string;
}

/** Bytes. A longer line goes the way of a broken one, which has no limit; twice as many are held by each thread that reads. */
const LONGEST_LINE = 16_777_216;

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/**
 * Loads JSON-lines files of one kind into its table, natively. A file with a broken line is read again line by line:
 * broken lines, a cut last line and lines of another version are left out and told.
 */
export async function loadLines(connection: DuckDBConnection, kind: LineKind, files: LineFile[]): Promise<Problem[]> {
  const problems: Problem[] = [];
  const whole: LineFile[] = [];
  const broken: LineFile[] = [];
  for (const file of files) {
    const end = await lastByte(file.path);
    if (end === "missing" || end === "empty") continue;
    (end === "newline" ? whole : broken).push(file);
  }
  if (whole.length > 0) {
    try {
      await insert(connection, kind, whole);
    } catch {
      // One bad line spoils the whole read: find the files that hold one.
      for (const file of whole) {
        try {
          await insert(connection, kind, [file]);
        } catch {
          broken.push(file);
        }
      }
    }
  }
  for (const file of broken) await salvage(connection, kind, file, problems);
  return problems;
}

async function insert(connection: DuckDBConnection, kind: LineKind, files: LineFile[]): Promise<void> {
  const columns = Object.entries({schema: "VARCHAR", ...kind.fields}).map(
    ([n, t]) => `${text(n)}: ${text(typeName(t))}`
  );
  const source = `read_json([${files.map((f) => text(f.path)).join(", ")}], format = 'newline_delimited', maximum_object_size = ${LONGEST_LINE}, filename = true, columns = {${columns.join(", ")}})`;
  const names = files.map((f) => `(${text(f.path)}, ${text(f.campaignId)}, ${text(f.file)})`).join(", ");
  await connection.run(
    `insert into ${kind.table} by name select ${kind.select}, source.campaign_id${kind.namesFile ? "" : ", source.file"}
     from ${source} as line join (values ${names}) as source(filename, campaign_id, file) using (filename)
     where ${wrongVersionStops(kind.schema)}`
  );
}

async function salvage(
  connection: DuckDBConnection,
  kind: LineKind,
  file: LineFile,
  problems: Problem[]
): Promise<void> {
  const lines = (await readFile(file.path, "utf8")).split("\n");
  const leftOut = (code: string, what: string, line: number, why: string) =>
    problems.push(new Problem(code, what, {where: `${file.path}: line ${line}`, why}));
  if (lines.pop() !== "")
    leftOut("LINE_CUT", "The last line has no end, so it is left out", lines.length + 1, "its writer was stopped");
  const good: unknown[] = [];
  const versions = new Set<string>();
  lines.forEach((line, index) => {
    try {
      const value = JSON.parse(line) as {schema?: unknown} | null;
      if (value?.schema !== kind.schema) {
        if (!versions.has(String(value?.schema))) problems.push(wrongVersion(file.path, value?.schema, kind.schema));
        versions.add(String(value?.schema));
      } else {
        const parsed = kind.shape.safeParse(value);
        if (parsed.success) good.push(parsed.data);
        else {
          const issue = parsed.error.issues[0];
          const why = `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "wrong"}`;
          leftOut("LINE_SHAPE", "A line does not have the shape of its version, so it is left out", index + 1, why);
        }
      }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      leftOut("LINE_BROKEN", "A line is not whole JSON, so it is left out", index + 1, why);
    }
  });
  const statement = await connection.prepare(
    `insert into ${kind.table} by name select ${kind.select}, ${text(file.campaignId)} as campaign_id${kind.namesFile ? "" : `, ${text(file.file)} as file`}
     from (select unnest(item) from (select unnest(from_json($1, ${text(JSON.stringify([kind.fields]))})) as item)) as line`
  );
  for (let i = 0; i < good.length; i += 1000) {
    statement.bindVarchar(1, JSON.stringify(good.slice(i, i + 1000)));
    await statement.run();
  }
}

/** A line of another version stops the fast read, so that it is salvaged and told. */
const wrongVersionStops = (schema: string): string =>
  `case when schema = ${text(schema)} then true else error('another version') end`;

/** A type as DuckDB's `columns` option takes it. */
export const typeName = (type: FieldType): string =>
  typeof type === "string"
    ? type
    : `STRUCT(${Object.entries(type)
        .map(([name, inner]) => `"${name}" ${inner}`)
        .join(", ")})`;

async function lastByte(path: string): Promise<"newline" | "cut" | "empty" | "missing"> {
  let handle;
  try {
    handle = await open(path, "r");
  } catch {
    return "missing";
  }
  try {
    const {size} = await handle.stat();
    if (size === 0) return "empty";
    const byte = Buffer.alloc(1);
    await handle.read(byte, 0, 1, size - 1);
    return byte[0] === 10 ? "newline" : "cut";
  } finally {
    await handle.close();
  }
}
