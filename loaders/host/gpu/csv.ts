/** A cell of nvidia-smi's CSV as a number; null for `[N/A]`, `[Not Supported]` and the like. Throttle bits come as hex. */
export function numberCell(text: string | undefined): number | null {
  const cell = (text ?? "").trim();
  if (/^0x[0-9a-f]+$/i.test(cell)) return Number.parseInt(cell, 16);
  const match = /^-?\d+(?:\.\d+)?/.exec(cell);
  return match ? Number(match[0]) : null;
}

/** A cell as text; null where the card does not tell. */
export function textCell(text: string | undefined): string | null {
  const cell = (text ?? "").trim();
  return cell === "" || /^\[.*\]$/.test(cell) ? null : cell;
}

/** Cells of a line of nvidia-smi's CSV (no quoting is used there). */
export function cells(line: string): string[] {
  return line.split(",").map((cell) => cell.trim());
}
