import type {Content, Html} from "../html.js";
import {html} from "../html.js";

export interface TableColumn<Row> {
  head: string;
  cell: (row: Row) => Content;
  /** Numbers stand at the right; what sorts them is `sort`. */
  numeric?: boolean;
  sort?: (row: Row) => number | string | null;
}

export interface TableOptions<Row> {
  rowId?: (row: Row) => string;
  /** Many rows of narrow cells: they stay a grid on a phone too, which scrolls within itself. */
  grid?: boolean;
}

/**
 * A table whose caption says what a row is; it sorts by click. On a phone each row becomes a block, a line a cell with its column's
 * head before it.
 */
export function table<Row>(
  caption: string,
  rows: Row[],
  columns: TableColumn<Row>[],
  {rowId, grid = false}: TableOptions<Row> = {}
): Html {
  return html`<div class="scroll" role="group" tabindex="0" aria-label="${caption}">
    <table class="${grid ? "sortable" : "sortable stacked"}">
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
                  : html`<td ${c.numeric ? NUMERIC : null} ${key} data-head="${c.head}">${c.cell(row)}</td>`;
              })}
            </tr>`
        )}
      </tbody>
    </table>
  </div>`;
}

const NUMERIC = html`class="numeric"`;
