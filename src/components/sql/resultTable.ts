import {element} from "../element.js";
import {formatNumber} from "../formatNumber.js";
import {sortableTable} from "../sortableTable.js";
import type {ResultTable} from "./openDatabase.js";

const SHOWN = 500;

/** A result as a sortable table, every cell as text; beyond 500 rows it says how many more the CSV holds. */
export function resultTable(result: ResultTable): HTMLElement {
  const {columns, rows} = result;
  const numeric = columns.map((_, i) => rows.some((r) => typeof r[i] === "number"));
  const head = element(
    "tr",
    {},
    ...columns.map((c, i) =>
      element("th", {scope: "col", title: c.type, ...(numeric[i] ? {class: "numeric"} : {})}, c.name)
    )
  );
  const body = element("tbody", {}, ...rows.slice(0, SHOWN).map((row) => element("tr", {}, ...row.map(cell))));
  const more = rows.length > SHOWN ? `, the first ${SHOWN} shown; the CSV holds all` : "";
  const caption = `${formatNumber(rows.length)} ${rows.length === 1 ? "row" : "rows"}${more}`;
  const table = element(
    "table",
    {class: "sortable"},
    element("caption", {}, caption),
    element("thead", {}, head),
    body
  );
  sortableTable(table);
  return element("div", {class: "scroll", role: "region", tabindex: "0", "aria-label": "Result"}, table);
}

function cell(value: unknown): HTMLElement {
  if (value === null || value === undefined) return element("td", {class: "missing"}, "null");
  if (typeof value === "number")
    return element("td", {class: "numeric", "data-sort": String(value), title: String(value)}, formatNumber(value, 6));
  const text = typeof value === "string" ? value : typeof value === "object" ? JSON.stringify(value) : String(value);
  return element("td", text.length > 200 ? {title: text} : {}, text.length > 200 ? `${text.slice(0, 200)}…` : text);
}
