import type {Content, Html} from "../html.js";
import {html} from "../html.js";
import {shortFact} from "./gateBoard.js";
import {table} from "./table.js";

/** A row of `restoration_fields`: `before` and `after` are JSON; `equal` null means that only one side has it. */
export interface RestorationField {
  field: string;
  before: string | null;
  after: string | null;
  equal: boolean | null;
  required: boolean | null;
}

/** The restoration as a field-by-field difference: equal fields fold to a count, differences and one-sided fields stand open. */
export function restorationSection(fields: RestorationField[], gate: {verdict: string; reason: string} | null): Html {
  const equal = fields.filter((f) => f.equal === true);
  const open = fields.filter((f) => f.equal !== true);
  return html`<section>
    <h2 id="restoration">Restoration</h2>
    <p>${gate === null ? "No restoration gate was decided." : shortFact(gate.reason)}</p>
    ${fields.length === 0 ? html`<p class="missing">not measured: the evidence holds no restoration record</p>` : null}
    ${open.length === 0 ? null : fieldTable("One field a row that differs, or that only one side has", open)}
    ${
      equal.length === 0
        ? null
        : html`<details>
            <summary>The ${equal.length} equal ${equal.length === 1 ? "field" : "fields"}</summary>
            ${fieldTable("One equal field a row", equal)}
          </details>`
    }
  </section>`;
}

const fieldTable = (caption: string, fields: RestorationField[]): Html =>
  table(caption, fields, [
    {head: "field", cell: (f) => html`<code>${f.field}</code>`, sort: (f) => f.field},
    {head: "before", cell: (f) => side(f.before)},
    {head: "after", cell: (f) => side(f.after)},
    {head: "equal", cell: (f) => (f.equal === null ? "one side only" : f.equal ? "equal" : html`<b>different</b>`)},
    {head: "required", cell: (f) => (f.required ? "yes" : "no")}
  ]);

/** JSON text without the quotes of a plain string. */
function side(json: string | null): Content {
  if (json === null || json === "null") return html`<span class="missing">not recorded</span>`;
  const text = /^"[^"\\]*"$/.test(json) ? json.slice(1, -1) : json;
  return html`<code class="wrap">${text}</code>`;
}
