import {join} from "node:path";
import type {DuckDBConnection} from "@duckdb/node-api";
import {TABLES} from "../schema/tables.js";
import {sqlText} from "./sqlText.js";

/** Fills a table from what `export` wrote of it: `<folder>/<table>/campaign_id=<id>/*.parquet`, of all campaigns. */
export async function insertParquet(connection: DuckDBConnection, folder: string, table: string): Promise<void> {
  await connection.run(`insert into "${table}" ${selectParquet(folder, table, ["*"])}`);
}

/** Puts a view over what `export` wrote of a table in the place of the table: read where it lies, column by column, as it is asked for. */
export async function viewParquet(
  connection: DuckDBConnection,
  folder: string,
  table: string,
  campaigns: readonly string[]
): Promise<void> {
  await connection.run(`drop table "${table}"`);
  await connection.run(`create view "${table}" as ${selectParquet(folder, table, campaigns)}`);
}

function selectParquet(folder: string, table: string, campaigns: readonly string[]): string {
  const columns = TABLES.find((t) => t.name === table)?.columns ?? [];
  const list = columns.map((column) => `"${column.name}"::${column.type} as "${column.name}"`).join(", ");
  const globs = campaigns.map((id) => sqlText(join(folder, table, `campaign_id=${id}`, "*.parquet")));
  return `select ${list} from read_parquet([${globs.join(", ")}], hive_partitioning = true, hive_types_autocast = false)`;
}
