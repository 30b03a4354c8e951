import {
  bool,
  float64,
  int64,
  list,
  tableFromArrays,
  tableToIPC,
  timestamp,
  TimeUnit,
  utf8,
  type DataType
} from "@uwdata/flechette";
import type {Column} from "../schema/tables/column.js";

const TYPES: Record<Column["type"], () => DataType> = {
  VARCHAR: utf8,
  BIGINT: int64,
  DOUBLE: float64,
  BOOLEAN: bool,
  "VARCHAR[]": () => list(utf8()),
  TIMESTAMP: () => timestamp(TimeUnit.MICROSECOND, null)
};

/**
 * Plain rows as an Arrow IPC stream (not a file: DuckDB in the browser reads only streams).
 * Times come as RFC 3339 text and leave as UTC microseconds without a zone.
 */
export function arrowStream(rows: Record<string, unknown>[], columns: Pick<Column, "name" | "type">[]): Uint8Array {
  const arrays = Object.fromEntries(columns.map((c) => [c.name, rows.map((row) => cell(row[c.name], c.type))]));
  const types = Object.fromEntries(columns.map((c) => [c.name, TYPES[c.type]()]));
  const bytes = tableToIPC(tableFromArrays(arrays, {types}), {format: "stream"});
  if (!bytes) throw new Error("Arrow gave no bytes");
  return bytes;
}

function cell(value: unknown, type: Column["type"]): unknown {
  if (value === null || value === undefined) return null;
  if (type === "TIMESTAMP") return instant(String(value));
  if (type === "BIGINT") return BigInt(Math.trunc(Number(value)));
  if (type === "VARCHAR[]") return (value as unknown[]).map(String);
  return value;
}

/** Text without a zone is UTC, as DuckDB prints it. */
function instant(text: string): Date {
  const iso = text.replace(" ", "T");
  return new Date(/(Z|[+-]\d\d:?\d\d)$/.test(iso) ? iso : `${iso}Z`);
}
