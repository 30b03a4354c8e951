import type {Content, Html} from "../html.js";
import {html} from "../html.js";

export interface TableColumn<Row> {
  head: Content;
  cell: (row: Row) => Content;
  /** Numbers stand at the right; what sorts them is `sort`. */
  numeric?: boolean;
  sort?: (row: Row) => number | string | null;
}

export interface TableOptions<Row> {
  rowId?: (row: Row) => string;
  /** On a phone each row becomes a block, a line a cell with its column's head (a text) before it. */
  stacked?: boolean;
}

/** A table whose caption says what a row is; it scrolls within itself on a narrow screen and sorts by click. */
export function table<Row>(
  caption: string,
  rows: Row[],
  columns: TableColumn<Row>[],
  {rowId, stacked = false}: TableOptions<Row> = {}
): Html {
  const head = (c: TableColumn<Row>) => (stacked && typeof c.head === "string" ? html`data-head="${c.head}"` : null);
  return html`<div class="scroll" role="group" tabindex="0" aria-label="${caption}">
    <table class="${stacked ? "sortable stacked" : "sortable"}">
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map((c) => html`<th scope="col" ${c.numeric ? NUMERIC : null}>${c.head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr ${rowId ? html`id="${rowId(row)}"` : null}>
              ${columns.map((c, i) => {
                const sort = c.sort?.(row);
                const key = sort === undefined || sort === null ? null : html`data-sort="${String(sort)}"`;
                return i === 0
                  ? html`<th scope="row" ${c.numeric ? NUMERIC : null} ${key}>${c.cell(row)}</th>`
                  : html`<td ${c.numeric ? NUMERIC : null} ${key} ${head(c)}>${c.cell(row)}</td>`;
              })}
            </tr>`
        )}
      </tbody>
    </table>
  </div>`;
}

const NUMERIC = html`class="numeric"`;
