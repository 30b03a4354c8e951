import {join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {REQUEST_LINES} from "../../../src/analysis/lineKinds.js";
import {typeName} from "../../../src/analysis/loadLines.js";
import {sqlText} from "../../../src/analysis/sqlText.js";

const COLUMNS = Object.keys(REQUEST_LINES.fields);
const COUNTS = COLUMNS.map((name) => `count("${name}") as "${name}"`).join(", ");

/** The limit: DuckDB reads the same columns of the same lines and counts what is there. */
export function scanJsonl(files: readonly string[]): Promise<unknown> {
  const columns = Object.entries(REQUEST_LINES.fields).map(
    ([name, type]) => `${sqlText(name)}: ${sqlText(typeName(type))}`
  );
  return counted(
    `read_json([${files.map(sqlText).join(", ")}], format = 'newline_delimited', columns = {${columns.join(", ")}})`
  );
}

/** The same over the Parquet files that `export` wrote. */
export function scanParquet(folder: string): Promise<unknown> {
  const glob = join(folder, "requests", "campaign_id=*", "*.parquet");
  const own = COLUMNS.filter((name) => !["client", "decode_basis"].includes(name));
  return counted(`read_parquet(${sqlText(glob)})`, own.map((name) => `count("${name}") as "${name}"`).join(", "));
}

async function counted(source: string, counts = COUNTS): Promise<unknown> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const reader = await connection.runAndReadAll(`select count(*) as n, ${counts} from ${source}`);
  const [row] = reader.getRowObjectsJS();
  connection.closeSync();
  return {n: Number(row?.n)};
}
