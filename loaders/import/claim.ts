/** Short forms for `reported` rows. A claim that is no finite number becomes no row: absent is not 0. */
import type {Basis} from "../../src/schema/basis.js";
import type {ReportedDraft} from "./draft.js";

/** A claimed number, as a list of none or one row. */
export function claim(
  metric: string,
  statistic: string,
  value: number | null | undefined,
  unit: string | null,
  json_path: string,
  basis: Basis | null = null
): ReportedDraft[] {
  if (typeof value !== "number" || !Number.isFinite(value)) return [];
  return [{metric, statistic, value, text: null, unit, basis, json_path}];
}

/** A claim in words. */
export function textClaim(
  metric: string,
  text: string | boolean | null | undefined,
  json_path: string
): ReportedDraft[] {
  if (text === null || text === undefined || text === "") return [];
  return [{metric, statistic: "text", value: null, text: String(text), unit: null, basis: null, json_path}];
}

/** Every leaf of a document as a claim: for records that hold statements and no measurement of requests. */
export function leafClaims(document: unknown, prefix = "$", limit = 2000): ReportedDraft[] {
  const rows: ReportedDraft[] = [];
  const visit = (value: unknown, path: string, name: string): void => {
    if (rows.length >= limit) return;
    if (Array.isArray(value)) value.forEach((item, i) => visit(item, `${path}[${i}]`, name));
    else if (typeof value === "object" && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        // A card's identity is nobody's measurement.
        if (!/uuid/i.test(key)) visit(item, `${path}${pathStep(key)}`, name ? `${name}.${key}` : key);
      }
    } else if (typeof value === "number") rows.push(...claim(name, "value", value, null, path));
    else if (typeof value === "string" || typeof value === "boolean") rows.push(...textClaim(name, value, path));
  };
  visit(document, prefix, "");
  return rows;
}

/** One step of a JSON path. */
export const pathStep = (key: string): string => (/^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`);
