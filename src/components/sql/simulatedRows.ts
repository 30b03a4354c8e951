import type {ResultTable} from "./openDatabase.js";

/**
 * What must be said of a result when the report holds simulated campaigns: that it has simulated rows, or that it may
 * have, where no column names the campaign. Null when it has none.
 */
export function simulatedRows({columns, rows}: ResultTable, simulated: string[]): string | null {
  if (simulated.length === 0 || rows.length === 0) return null;
  const at = columns.findIndex((c) => c.name === "campaign_id");
  if (at < 0) return "may hold simulated rows: no column names the campaign";
  return rows.some((row) => simulated.includes(String(row[at]))) ? "holds simulated rows" : null;
}
