import type {AsyncDuckDB, AsyncDuckDBConnection} from "npm:@duckdb/duckdb-wasm@1";
import {refuseReach} from "./refuseReach.js";
import type {NotebookSchema} from "./schemaTypes.js";

/** A file that the page can read. */
export interface ArrowFile {
  arrayBuffer(): Promise<ArrayBuffer>;
}

export interface Notebook {
  query(sql: string): Promise<TimedTable>;
  close(): Promise<void>;
}

/** A result with how long DuckDB took for it; loading DuckDB and the tables is not in it. */
export interface TimedTable extends ResultTable {
  ms: number;
}

/** A result as plain columns and rows: numbers, texts, booleans, lists, ISO times or null. */
export interface ResultTable {
  columns: {name: string; type: string}[];
  rows: unknown[][];
}

/**
 * An in-memory DuckDB that holds the given Arrow streams and the report's views, then locked: SQL that a reader types can
 * reach no file, no network and no extension. It can drop a table; opening it again brings everything back. A table that is
 * fetched on demand comes with the first query that names it.
 */
export async function openDatabase(
  files: Record<string, ArrowFile>,
  schema: NotebookSchema,
  progress: (text: string) => void = () => undefined
): Promise<Notebook> {
  progress("Loading DuckDB (about 8 MB, once)");
  const duckdb = await import("npm:@duckdb/duckdb-wasm@1");
  const worker = await duckdb.createWorker(
    import.meta.resolve("npm:@duckdb/duckdb-wasm@1/dist/duckdb-browser-eh.worker.js")
  );
  const db = new duckdb.AsyncDuckDB(new duckdb.VoidLogger(), worker);
  await db.instantiate(import.meta.resolve("npm:@duckdb/duckdb-wasm@1/dist/duckdb-eh.wasm"));
  await db.open({query: {castBigIntToDouble: true, castDecimalToDouble: true, castTimestampToDate: true}});
  const connection = await db.connect();
  const load = async (name: string) => {
    progress(`Loading ${name}`);
    const file = files[name];
    if (!file) throw new Error(`the file of table ${name} is missing`);
    await connection.insertArrowFromIPCStream(new Uint8Array(await file.arrayBuffer()), {name});
    await connection.query(`SELECT 1 FROM "${name}" LIMIT 0`); // the insert reports no error for a file that it cannot read
  };
  for (const {name, on_demand} of schema.tables) if (!on_demand) await load(name);
  for (const {name, sql} of schema.views) await connection.query(`CREATE VIEW "${name}" AS ${sql}`);
  await lock(connection);
  const asked = new Map<string, Promise<void>>();
  const query = async (sql: string) => {
    for (const name of namedOnDemand(sql, schema)) {
      const loading = asked.get(name) ?? load(name);
      asked.set(name, loading);
      await loading;
    }
    const started = performance.now();
    return {...(await run(connection, sql)), ms: performance.now() - started};
  };
  return {query, close: () => shut(db, connection)};
}

/** Tables that are fetched on demand, of those that a query names; a word in a text or a comment counts, and costs a download. */
export const namedOnDemand = (sql: string, {tables}: Pick<NotebookSchema, "tables">): string[] =>
  tables.filter((t) => t.on_demand && new RegExp(`\\b${t.name}\\b`, "i").test(sql)).map((t) => t.name);

async function lock(connection: AsyncDuckDBConnection): Promise<void> {
  for (const setting of [
    "autoinstall_known_extensions = false",
    "autoload_known_extensions = false",
    "enable_external_access = false",
    "lock_configuration = true"
  ])
    await connection.query(`SET ${setting}`);
}

async function shut(db: AsyncDuckDB, connection: AsyncDuckDBConnection): Promise<void> {
  await connection.close();
  await db.terminate();
}

async function run(connection: AsyncDuckDBConnection, sql: string): Promise<ResultTable> {
  refuseReach(sql);
  const table = await connection.query(sql);
  const columns = table.schema.fields.map((f) => ({name: f.name, type: String(f.type)}));
  const vectors = columns.map((_, i) => table.getChildAt(i));
  const rows = Array.from({length: table.numRows}, (_, row) =>
    vectors.map((vector, i) => plain(vector?.get(row), columns[i]?.type ?? ""))
  );
  return {columns, rows};
}

/** Arrow's value as one that prints and sorts. */
export function plain(value: unknown, type: string): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === "bigint") return Number(value);
  if (/^Timestamp|^Date/.test(type) && typeof value === "number") return new Date(value).toISOString();
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object" && Symbol.iterator in value)
    return [...(value as Iterable<unknown>)].map((v) => plain(v, ""));
  if (typeof value === "object") return JSON.stringify(value);
  return value;
}
