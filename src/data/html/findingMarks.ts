import type {Html} from "../html.js";
import {html} from "../html.js";

/** Letters from the rules' names, so that a mark says which rule it is: `few-samples` is `fs`. */
const short = (rule: string) =>
  rule
    .split("-")
    .map((word) => word[0] ?? "")
    .join("");

const rulesOf = (findings: string[]) => [...new Set(findings.map((f) => f.split(/[:@ ]/)[0] ?? f))];

/** What the marks of a table stand for, each a link to its finding; null where there are none. */
export function markKey(findings: string[]): Html | null {
  const rules = rulesOf(findings).sort();
  if (rules.length === 0) return null;
  return html`<p class="mark-key">
    Marks:
    ${rules.map((rule, i) => html`${i === 0 ? "" : ", "}<b>${short(rule)}</b> <a href="#finding-${rule}">${rule}</a>`)}
  </p>`;
}

/** The marks behind a number that findings touch; each links to its finding. A finding may be named by rule or by `rule:...`. */
export function findingMarks(findings: string[]): Html | null {
  const rules = rulesOf(findings);
  if (rules.length === 0) return null;
  return html`<sup class="finding-marks"
    >${rules.map(
      (rule) =>
        html`<a href="#finding-${rule}" title="${`finding: ${rule}`}" aria-label="${`${short(rule)}: finding ${rule}`}"
          >${short(rule)}</a
        >`
    )}</sup
  >`;
}
