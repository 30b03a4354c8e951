import {formatChange, formatInterval, formatNumber} from "../../components/formatNumber.js";
import {nominalLabel} from "../../components/pointLabel.js";
import type {ComparisonResult, Decision} from "../../schema/decision.js";
import type {Content, Html} from "../html.js";
import {html} from "../html.js";
import {profileNames} from "./profileName.js";
import {table} from "./table.js";

/** Every comparison with its word, what it can and cannot say, and what differs between the arms. */
export function comparisonSection(decision: Decision): Html {
  const name = profileNames(decision);
  return html`${table("One comparison a row: candidate over baseline", decision.comparisons, [
    {
      head: "comparison",
      cell: (c) =>
        html`<b>${c.candidate}</b> against <b>${c.baseline}</b
          ><small>${c.comparison_id}${c.primary ? ", primary" : ""}</small>`,
      sort: (c) => c.comparison_id
    },
    {head: "metric", cell: (c) => html`${c.metric}<small>${pointWords(c)}</small>`, sort: (c) => c.metric},
    {head: "word", cell: wordCell, sort: (c) => c.word},
    {head: "p50 ratio", numeric: true, cell: (c) => ratioCell(c.p50_ratio), sort: (c) => c.p50_ratio},
    {head: "typical pairwise ratio", numeric: true, cell: intervalCell, sort: (c) => c.ratio},
    {head: "n", numeric: true, cell: (c) => html`${c.n_baseline} v ${c.n_candidate}<small>${c.scope}</small>`},
    {
      head: "p",
      numeric: true,
      cell: (c) =>
        c.p === null
          ? ""
          : html`${formatNumber(c.p, 2)}<small
                >at best ${c.min_p === null ? "unknown" : formatNumber(c.min_p, 2)}</small
              >`,
      sort: (c) => c.p
    },
    {head: "protected", cell: protectedCell}
  ])}
  ${decision.comparisons.filter((c) => c.differs.length > 0).map((c) => differences(c, name))}`;
}

const pointWords = (c: ComparisonResult) =>
  [
    c.nominal_prompt_tokens === null ? null : `${nominalLabel(c.nominal_prompt_tokens)} nominal`,
    c.concurrency === null ? null : `C${c.concurrency}`
  ]
    .filter(Boolean)
    .join(", ");

function wordCell(c: ComparisonResult): Content {
  return html`<b>${c.word}</b>${c.needs === null ? null : html` <small>needs ${c.needs} v ${c.needs}</small>`}<small
      >${c.reason ?? ""}</small
    >`;
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

const protectedCell = (c: ComparisonResult): Content =>
  c.protected.map(
    (p) =>
      html`<span class="protected"
        >${p.metric} <b>${p.word}</b><small>allowed loss ${formatNumber(p.loss * 100, 3)} %</small></span
      >`
  );

function differences(c: ComparisonResult, name: (profile: string) => Html): Html {
  return html`<details>
    <summary>
      What differs between ${name(c.candidate)} and ${name(c.baseline)} (${[c.metric, pointWords(c)].join(", ")})
    </summary>
    ${table("One setting a row", c.differs, [
      {head: "setting", cell: (d) => d.setting},
      {head: name(c.baseline), cell: (d) => plain(d.baseline)},
      {head: name(c.candidate), cell: (d) => plain(d.candidate)},
      {head: "allowed to differ", cell: (d) => (d.allowed ? "yes" : html`<b>no</b>`)}
    ])}
  </details>`;
}

/** A recorded value of any type as text. */
export function plain(value: unknown): Content {
  if (value === null || value === undefined) return html`<span class="missing">not recorded</span>`;
  return typeof value === "string" ? value : JSON.stringify(value);
}
