import type {Column} from "../schema/tables/column.js";
import type {EvidenceSource} from "./evidenceSource.js";

/** Names and types of a query's columns, in the types that the Arrow files know; what they do not know goes as text. */
export async function columnsOf(source: EvidenceSource, sql: string): Promise<Pick<Column, "name" | "type">[]> {
  const rows = await source.query<{column_name: string; column_type: string}>(`describe ${sql}`);
  return rows.map((row) => ({name: row.column_name, type: arrowType(row.column_type)}));
}

function arrowType(type: string): Column["type"] {
  if (type === "VARCHAR[]" || type === "BOOLEAN" || type === "TIMESTAMP") return type;
  if (/^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?)$/.test(type)) return "BIGINT";
  if (/^(DOUBLE|FLOAT|DECIMAL)/.test(type)) return "DOUBLE";
  return "VARCHAR";
}
