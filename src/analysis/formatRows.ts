import type {Row} from "./insertRows.js";

export type RowFormat = "json" | "csv" | "table";

/** Rows as text: one JSON array, CSV by RFC 4180, or an aligned table. `columns` keep their order, also without rows. */
export function formatRows({columns, rows}: {columns: string[]; rows: Row[]}, form: RowFormat): string {
  if (form === "json") return `${JSON.stringify(rows)}\n`;
  if (form === "csv")
    return [columns, ...rows.map((row) => columns.map((name) => cell(row[name])))]
      .map((line) => `${line.map(quoted).join(",")}\r\n`)
      .join("");
  // A plan is a drawing: its lines are kept.
  if (columns.includes("explain_value")) return `${rows.map((row) => String(row.explain_value)).join("\n")}\n`;
  const texts = rows.map((row) => columns.map((name) => printable(row[name])));
  const widths = columns.map((name, i) => Math.max(name.length, ...texts.map((line) => line[i]?.length ?? 0)));
  const numeric = columns.map((name) => rows.every((row) => row[name] === null || typeof row[name] === "number"));
  const align = (line: string[]) =>
    line
      .map((text, i) => (numeric[i] ? text.padStart(widths[i] ?? 0) : text.padEnd(widths[i] ?? 0)))
      .join("  ")
      .trimEnd();
  const head = [align(columns), widths.map((width) => "-".repeat(width)).join("  ")];
  return `${[...head, ...texts.map(align), `(${rows.length} ${rows.length === 1 ? "row" : "rows"})`].join("\n")}\n`;
}

const cell = (value: unknown): string =>
  value === null || value === undefined
    ? ""
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value as string);

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** One line, without control characters: evidence is data and must not steer a terminal. */
function printable(value: unknown): string {
  const text = (value === null || value === undefined ? "null" : cell(value)).replace(
    /[\u0000-\u001f\u007f-\u009f]+/g,
    " "
  );
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}
