import type {Value} from "./publishStages.js";

/** A value with its unit, n, interval and marks: `108.6 tok/s  n 3, 75 % [108.5, 120.3]  (cache-warm)`. */
export function figure({value, unit, n, lo, hi, coverage, findings}: Value): string {
  if (value === null) return "not measured";
  const parts = [`${significant(value)}${unit ? ` ${unit}` : ""}`];
  if (n !== null) parts.push(`n ${n}${interval(lo, hi, coverage)}`);
  if (findings.length > 0) parts.push(`(${findings.join(", ")})`);
  return parts.join("  ");
}

function interval(lo: number | null, hi: number | null, coverage: number | null): string {
  if (coverage === null || (lo === null && hi === null)) return "";
  const percent = `${Number((coverage * 100).toFixed(1))} %`;
  if (lo === null) return `, ${percent} at most ${significant(hi)}`;
  return hi === null
    ? `, ${percent} at least ${significant(lo)}`
    : `, ${percent} [${significant(lo)}, ${significant(hi)}]`;
}

/** Four significant digits, without an exponent. */
function significant(value: number | null): string {
  if (value === null) return "?";
  const digits = value === 0 ? 0 : Math.max(0, 3 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(Math.min(digits, 6));
}
