import type {DuckDBConnection} from "@duckdb/node-api";
import {TABLES} from "../schema/tables.js";
import type {Column} from "../schema/tables/column.js";

import {instant} from "./instant.js";

export type Row = Record<string, unknown>;

/** Inserts rows (keys are column names; absent is null) into a loaded table of section 8.1. Throws for a table that is none of them. */
export async function insertRows(connection: DuckDBConnection, table: string, rows: Row[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = TABLES.find((t) => t.name === table)?.columns;
  if (!columns) throw new RangeError(`no table ${table}`);
  const shape = Object.fromEntries(columns.map(({name, type}) => [name, jsonType(type)]));
  const values = columns.map(({name, type}) => (type === "TIMESTAMP" ? instant(`item."${name}"`) : `item."${name}"`));
  const statement = await connection.prepare(
    `insert into "${table}" select ${values.join(", ")} from (select unnest(from_json($1, '${JSON.stringify([shape])}')) as item)`
  );
  statement.bindVarchar(1, JSON.stringify(rows));
  await statement.run();
}

const jsonType = (type: Column["type"]): string | string[] =>
  type === "TIMESTAMP" ? "VARCHAR" : type.endsWith("[]") ? [type.slice(0, -2)] : type;
