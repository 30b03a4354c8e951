import {formatChange, formatInterval, formatNumber} from "../../components/formatNumber.js";
import {metricWords} from "../../metrics/names/metricWords.js";
import {pointWords} from "../../components/pointLabel.js";
import type {ComparisonResult, Decision} from "../../schema/decision.js";
import type {Content, Html} from "../html.js";
import {html} from "../html.js";
import {profileNames, shortProfiles} from "./profileName.js";
import {table, type TableColumn} from "./table.js";

/** Every comparison with its word, what it can and cannot say, and what differs between the arms. */
export function comparisonSection(decision: Decision): Html {
  const name = profileNames(decision);
  const columns: (TableColumn<ComparisonResult> & {shown?: boolean})[] = [
    {
      head: "comparison",
      cell: (c) =>
        html`<span title="${c.comparison_id}"><b>${name(c.candidate)}</b> over ${name(c.baseline)}</span
          ><small
            >${[metricWords(c.metric), pointWords(c), c.primary ? "primary" : null].filter(Boolean).join(", ")}</small
          >`,
      sort: (c) => c.comparison_id
    },
    {head: "word", cell: wordCell, sort: (c) => c.word},
    {head: "ratio of p50s", numeric: true, cell: (c) => ratioCell(c.p50_ratio), sort: (c) => c.p50_ratio},
    {head: "typical pairwise ratio", numeric: true, cell: intervalCell, sort: (c) => c.ratio},
    {
      head: "same prompts paired",
      numeric: true,
      cell: pairedCell,
      sort: (c) => c.paired?.ratio ?? null,
      shown: decision.comparisons.some((c) => c.paired)
    },
    {
      head: "n",
      numeric: true,
      cell: (c) => html`${c.n_baseline} v ${c.n_candidate}<small>${c.unit}s, ${c.scope}</small>`
    },
    {
      head: "p",
      numeric: true,
      cell: (c) =>
        c.p === null
          ? ""
          : html`${formatNumber(c.p, 2)}<small
                >${c.min_p === null ? "" : `at best ${formatNumber(c.min_p, 2)}`}</small
              >`,
      sort: (c) => c.p
    },
    {head: "protected", cell: protectedCell, shown: decision.comparisons.some((c) => c.protected.length > 0)}
  ];
  return html`${table(
    "One comparison a row: candidate over baseline",
    decision.comparisons,
    columns.filter((c) => c.shown !== false)
  )}
  ${decision.comparisons.filter((c) => c.differs.length > 0).map((c) => differences(c, name, shortProfiles(decision)))}`;
}

function wordCell(c: ComparisonResult): Content {
  const needs =
    c.needs === null || c.word !== "too few samples"
      ? null
      : html`<span>${"\u2009"}(needs ${c.needs} v ${c.needs})</span>`;
  return html`<b>${c.word}</b>${needs}<small>${c.reason ?? ""}</small>`;
}

const ratioCell = (ratio: number | null): Content =>
  ratio === null
    ? html`<span class="missing">not measured</span>`
    : html`<span class="figure" title="${`exactly ${ratio}`}">${formatNumber(ratio)}</span
        ><small>${formatChange(ratio)}</small>`;

function intervalCell(c: ComparisonResult): Content {
  if (c.ratio === null) return html`<span class="missing">not measured</span>`;
  const range = c.lo === null || c.hi === null ? "" : formatInterval(c.lo, c.hi, c.coverage);
  const without =
    c.exploratory?.ratio == null
      ? null
      : html`<small
          >exploratory, without suspects:
          ${formatNumber(c.exploratory.ratio)}${c.exploratory.lo === null || c.exploratory.hi === null ? "" : ` ${formatInterval(c.exploratory.lo, c.exploratory.hi, c.exploratory.coverage)}`}</small
        >`;
  return html`<span title="${`exactly ${c.ratio}`}">${formatNumber(c.ratio)}</span><small>${range}</small>${without}`;
}

const pairedCell = ({paired}: ComparisonResult): Content =>
  paired
    ? html`<span title="${`exactly ${paired.ratio}`}">${formatNumber(paired.ratio)}</span
        ><small>n ${paired.n}, ${formatInterval(paired.lo, paired.hi, paired.coverage)}</small>`
    : html`<span class="missing">prompts not recorded</span>`;

const protectedCell = (c: ComparisonResult): Content =>
  c.protected.map(
    (p) =>
      html`<span class="protected"
        >${metricWords(p.metric)} <b>${p.word}</b><small>allowed loss ${formatNumber(p.loss * 100, 3)} %</small></span
      >`
  );

function differences(c: ComparisonResult, name: (profile: string) => Html, short: (profile: string) => string): Html {
  return html`<details>
    <summary>
      What differs between ${name(c.candidate)} and ${name(c.baseline)}
      (${[metricWords(c.metric), pointWords(c)].filter(Boolean).join(", ")})
    </summary>
    ${table("One setting a row", c.differs, [
      {head: "setting", cell: (d) => d.setting},
      {head: short(c.baseline), cell: (d) => plain(d.baseline)},
      {head: short(c.candidate), cell: (d) => plain(d.candidate)},
      {head: "allowed to differ", cell: (d) => (d.allowed ? "yes" : html`<b>no</b>`)}
    ])}
  </details>`;
}

/** A recorded value of any type as text. */
export function plain(value: unknown): Content {
  if (value === null || value === undefined) return html`<span class="missing">not recorded</span>`;
  return typeof value === "string" ? value : JSON.stringify(value);
}
