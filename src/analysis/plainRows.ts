import type {DuckDBResultReader} from "@duckdb/node-api";

/** Rows as plain JSON values: integers and decimals as numbers, times as RFC 3339 text, lists as arrays. */
export function plainRows(reader: Pick<DuckDBResultReader, "getRowObjectsJS">): Record<string, unknown>[] {
  const rows = reader.getRowObjectsJS();
  for (const row of rows) for (const key in row) row[key] = plain(row[key]) as never;
  return rows;
}

function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (value === null || typeof value !== "object") return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}
