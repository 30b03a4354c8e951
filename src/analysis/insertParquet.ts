import {join} from "node:path";
import type {DuckDBConnection} from "@duckdb/node-api";
import {TABLES} from "../schema/tables.js";
import {sqlText} from "./sqlText.js";

/** Fills a table from what `export` wrote of it: `<folder>/<table>/campaign_id=<id>/*.parquet`, of all campaigns or of those named. */
export async function insertParquet(
  connection: DuckDBConnection,
  folder: string,
  table: string,
  campaigns: readonly string[] = ["*"]
): Promise<void> {
  const columns = TABLES.find((t) => t.name === table)?.columns ?? [];
  const list = columns.map((column) => `"${column.name}"::${column.type} as "${column.name}"`).join(", ");
  const globs = campaigns.map((id) => sqlText(join(folder, table, `campaign_id=${id}`, "*.parquet")));
  await connection.run(
    `insert into "${table}" select ${list} from read_parquet([${globs.join(", ")}], hive_partitioning = true, hive_types_autocast = false)`
  );
}
