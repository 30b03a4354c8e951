const THIN = "\u2009";
const MINUS = "\u2212";

/** Thousands set apart by thin spaces, in the digits of a plain decimal number. */
export function groupThousands(digits: string): string {
  const [whole = "", fraction] = digits.split(".");
  const grouped = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, THIN) : whole;
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/**
 * A number as the report prints it: at most `digits` significant digits, but never fewer than its whole part has.
 * The exact value belongs in the title attribute and in the downloads.
 */
export function formatNumber(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size !== 0 && size < 1e-4) return value.toExponential(2).replaceAll("-", MINUS);
  const whole = size < 1 ? 0 : Math.floor(Math.log10(size)) + 1;
  const decimals = Number.isInteger(value) ? 0 : Math.max(0, digits - Math.max(1, whole));
  const text = groupThousands(size.toFixed(Math.min(decimals, 6)));
  return value < 0 && /[1-9]/.test(text) ? `${MINUS}${text}` : text;
}

/** `[lo, hi]` with its coverage: `75 % [108.5, 120.3]`. */
export function formatInterval(lo: number, hi: number, coverage: number | null, digits = 4): string {
  const range = `[${formatNumber(lo, digits)}, ${formatNumber(hi, digits)}]`;
  return coverage === null ? range : `${formatNumber(coverage * 100, 3)}${THIN}% ${range}`;
}

/** A relative change with its sign: `+39.7 %`. */
export function formatChange(ratio: number): string {
  const percent = ((ratio - 1) * 100).toFixed(1);
  return `${Number(percent) > 0 ? "+" : ""}${groupThousands(percent.replace("-", MINUS))}${THIN}%`;
}

/** Whole bytes as a person reads them: `1.2 MB`. */
export function formatBytes(bytes: number): string {
  const units = ["B", "kB", "MB", "GB"];
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${formatNumber(size, 3)}${THIN}${units[unit]}`;
}
