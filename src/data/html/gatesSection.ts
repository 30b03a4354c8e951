import type {Decision} from "../../schema/decision.js";
import {formatNumber} from "../../components/formatNumber.js";
import type {Html} from "../html.js";
import {html} from "../html.js";
import {gateTitle, shownProfile, inWords} from "./gateBoard.js";
import {mark} from "./mark.js";
import {profileNames, shortProfiles} from "./profileName.js";
import {table, type TableColumn} from "./table.js";

/** Every profile against every gate, then each gate of the shown profile with threshold, value and evidence. */
export function gatesSection(decision: Decision): Html {
  const names = [...new Set(decision.gates.map((g) => g.gate))];
  const shown = shownProfile(decision);
  const name = profileNames(decision);
  const short = shortProfiles(decision);
  if (shown === null)
    return html`<section>
      <h2 id="gates">Gates and profiles</h2>
      <p class="missing">not run: the evidence holds no profile, so there was nothing to judge</p>
    </section>`;
  const profileColumns: TableColumn<Outcome>[] = [
    {
      head: "profile",
      cell: (p) => [name(p.profile), short(p.profile) === p.profile ? null : html`<small>${p.profile}</small>`],
      sort: (p) => p.profile
    },
    {
      head: "outcome",
      cell: (p) =>
        html`${mark(p.outcome)} <span class="fact clamp" title="${p.reason}">${besideMarks(p.reason)}</span>`,
      sort: (p) => p.outcome
    },
    ...names.map((gate) => ({
      head: gateTitle(gate),
      cell: (p: Outcome) => {
        const result = decision.gates.find((g) => g.profile === p.profile && g.gate === gate);
        return result ? html`<span title="${result.reason}">${mark(result.verdict)}</span>` : "none";
      }
    }))
  ];
  return html`<section>
    <h2 id="gates">Gates and profiles</h2>
    ${table("One profile a row: its outcome, and each gate", decision.profiles, profileColumns)}
    ${table(
      `One gate of ${shown} a row, with what it was judged by`,
      decision.gates.filter((g) => g.profile === shown),
      gateColumns,
      {rowId: (g) => `gate-${g.gate}`}
    )}
  </section>`;
}

/** An outcome's reason without the gates that it lists as missing: each has its mark in the same row. */
const besideMarks = (reason: string) => reason.replace(/(^|; )missing: .*$/s, "") || "gates are missing";

type Outcome = Decision["profiles"][number];

const gateColumns: TableColumn<Decision["gates"][number]>[] = [
  {head: "gate", cell: (g) => gateTitle(g.gate)},
  {head: "verdict", cell: (g) => mark(g.verdict), sort: (g) => g.verdict},
  {head: "class", cell: (g) => `${g.class}${g.required ? ", required" : ", not required"}`},
  {head: "reason", cell: (g) => inWords(g.reason)},
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
];

/** Evidence files, each a link to its hash below. */
export function fileList(files: string[]): Html {
  if (files.length === 0) return html`<span class="missing">none</span>`;
  return html`<ul class="files">
    ${files.map((f) => html`<li><a href="#${fileAnchor(f)}" title="${f}">${f.slice(f.lastIndexOf("/") + 1)}</a></li>`)}
  </ul>`;
}

/** Address of an evidence file's row. */
export const fileAnchor = (path: string): string => `file=${path}`;
