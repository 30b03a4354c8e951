import type {Decision} from "../../schema/decision.js";
import {formatNumber} from "../../components/formatNumber.js";
import type {Html} from "../html.js";
import {html} from "../html.js";
import {gateTitle, shownProfile} from "./gateBoard.js";
import {mark} from "./mark.js";
import {profileNames} from "./profileName.js";
import {table} from "./table.js";

/** Every profile against every gate, then each gate of the shown profile with threshold, value and evidence. */
export function gatesSection(decision: Decision): Html {
  const names = [...new Set(decision.gates.map((g) => g.gate))];
  const shown = shownProfile(decision);
  const name = profileNames(decision);
  return html`<section>
    <h2 id="gates">Gates and profiles</h2>
    ${table("One profile a row: its outcome, and each gate", decision.profiles, [
      {head: "profile", cell: (p) => html`${name(p.profile)}<small>${p.profile}</small>`, sort: (p) => p.profile},
      {
        head: "outcome",
        cell: (p) => html`${mark(p.outcome)} <span class="fact clamp" title="${p.reason}">${p.reason}</span>`,
        sort: (p) => p.outcome
      },
      ...names.map((gate) => ({
        head: gateTitle(gate),
        cell: (p: Decision["profiles"][number]) => {
          const result = decision.gates.find((g) => g.profile === p.profile && g.gate === gate);
          return result ? html`<span title="${result.reason}">${mark(result.verdict)}</span>` : "none";
        }
      }))
    ])}
    ${table(
      `One gate of ${shown ?? "no profile"} a row, with what it was judged by`,
      decision.gates.filter((g) => g.profile === shown),
      [
        {head: "gate", cell: (g) => gateTitle(g.gate)},
        {head: "verdict", cell: (g) => mark(g.verdict), sort: (g) => g.verdict},
        {head: "class", cell: (g) => `${g.class}${g.required ? ", required" : ", not required"}`},
        {head: "reason", cell: (g) => g.reason},
        {
          head: "value",
          numeric: true,
          cell: (g) => (g.value === null ? "" : formatNumber(g.value)),
          sort: (g) => g.value
        },
        {
          head: "threshold",
          numeric: true,
          cell: (g) => (g.threshold === null ? "" : formatNumber(g.threshold)),
          sort: (g) => g.threshold
        },
        {head: "evidence", cell: (g) => fileList(g.files)}
      ],
      (g) => `gate-${g.gate}`
    )}
  </section>`;
}

/** Evidence files, each a link to its hash below. */
export function fileList(files: string[]): Html {
  if (files.length === 0) return html`<span class="missing">none</span>`;
  return html`<ul class="files">
    ${files.map((f) => html`<li><a href="#${fileAnchor(f)}" title="${f}">${f.slice(f.lastIndexOf("/") + 1)}</a></li>`)}
  </ul>`;
}

/** Address of an evidence file's row. */
export const fileAnchor = (path: string): string => `file=${path}`;
