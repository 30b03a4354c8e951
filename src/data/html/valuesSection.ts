import type {Decision} from "../../schema/decision.js";
import type {Html} from "../html.js";
import {html} from "../html.js";
import {figure, valueAnchor} from "./figure.js";
import {table} from "./table.js";

/** Every published value, addressable by its id; without JavaScript this is where a number's link leads. */
export function valuesSection(decision: Decision): Html {
  return html`<details class="all-values" id="values">
    <summary>All ${decision.values.length} published values, with basis and lineage</summary>
    ${table(
      "One published value a row",
      decision.values,
      [
        {head: "id", cell: (v) => html`<code>${v.id}</code>`, sort: (v) => v.id},
        {head: "value", numeric: true, cell: (v) => figure(v), sort: (v) => v.value},
        {head: "basis", cell: (v) => v.basis ?? "", sort: (v) => v.basis},
        {
          head: "lineage",
          cell: (v) =>
            html`<code>${v.lineage.view}</code>,
              ${v.lineage.requests_sql === undefined ? v.lineage.request_ids.length : (v.n ?? 0)} requests,
              ${v.lineage.files.length} files`
        }
      ],
      {rowId: (v) => valueAnchor(v.id), grid: true}
    )}
  </details>`;
}
