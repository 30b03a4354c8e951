import type {ResultTable} from "./openDatabase.js";

/** A result as CSV (RFC 4180). */
export function resultCsv({columns, rows}: ResultTable): string {
  const cell = (value: unknown): string => {
    if (value === null || value === undefined) return "";
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return (
    [columns.map((c) => cell(c.name)), ...rows.map((row) => row.map(cell))].map((line) => line.join(",")).join("\r\n") +
    "\r\n"
  );
}
