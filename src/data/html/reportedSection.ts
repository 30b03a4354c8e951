import {formatNumber} from "../../components/formatNumber.js";
import type {Html} from "../html.js";
import {html} from "../html.js";
import {table} from "./table.js";

/** A row of `reported`: what a foreign file claims. */
export interface ReportedRow {
  profile: string | null;
  stage: string | null;
  metric: string;
  statistic: string;
  value: number | null;
  text: string | null;
  unit: string | null;
  file: string;
  json_path: string | null;
}

/** What the files of a campaign claim where nothing of it can be recomputed: each figure as it is printed there, and its place. Null without such rows. */
export function reportedSection(rows: ReportedRow[]): Html | null {
  if (rows.length === 0) return null;
  return html`<section>
    <h2 id="reported">Reported figures</h2>
    <p>
      What the files claim. Nothing here was recomputed, since the requests behind it are not in this evidence; none of
      it counts for a gate.
    </p>
    ${table("One reported figure or statement a row", rows, [
      {
        head: "what",
        cell: (r) => html`${r.metric}${["value", "text"].includes(r.statistic) ? "" : `, ${r.statistic}`}`,
        sort: (r) => r.metric
      },
      {head: "reported", cell: claim, sort: (r) => r.value},
      {head: "file", cell: (r) => html`<code class="wrap">${r.file}</code>`, sort: (r) => r.file},
      {
        head: "place in it",
        cell: (r) => html`<code class="wrap">${r.json_path ?? ""}</code>`,
        sort: (r) => r.json_path
      }
    ])}
  </section>`;
}

function claim({value, text, unit}: ReportedRow): Html {
  if (value === null) return html`${text ?? "no value"}`;
  return html`<span title="${`exactly ${value}`}">${formatNumber(value)}</span>${
      unit === null ? null : html`<span class="unit">${"\u2009"}${unit}</span>`
    }`;
}
