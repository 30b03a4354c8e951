import type {PublishedValue} from "../../schema/decision.js";
import {formatInterval, formatNumber} from "../../components/formatNumber.js";
import type {Html} from "../html.js";
import {html} from "../html.js";
import {findingMarks} from "./findingMarks.js";

/** Address of a value on its page: the row in the table of all values, which the lineage dialog opens too. */
export const valueAnchor = (id: string): string => `value=${id}`;

/**
 * A published number: rounded, with its unit, n and interval in the small size and the marks of the findings that touch it.
 * It links to its lineage; the exact value is its title. A value nobody measured says why.
 */
export function figure(value: PublishedValue, unit = true): Html {
  if (value.value === null)
    return html`<span class="missing">not measured: ${value.reason ?? "no reason was recorded"}</span>`;
  return html`<span class="figure"
    ><a
      href="#${valueAnchor(value.id)}"
      class="number"
      data-value="${value.id}"
      title="${`exactly ${value.value}${value.unit ? ` ${value.unit}` : ""}`}"
      >${formatNumber(value.value)}</a
    >${
      unit && value.unit ? html`<span class="unit">${"\u2009"}${value.unit}</span>` : null
    }${findingMarks(value.findings)}${smallPrint(value)}</span
  >`;
}

function smallPrint(value: PublishedValue): Html {
  const {n, lo, hi, coverage, without_suspects: clean} = value;
  return html`<small
    >${n === null ? "" : `n ${n}`}${lo === null || hi === null ? "" : `${n === null ? "" : ", "}${formatInterval(lo, hi, coverage)}`}${
      clean?.value == null ? null : html`<br />without suspect rows ${formatNumber(clean.value)}, n ${clean.n}`
    }</small
  >`;
}
