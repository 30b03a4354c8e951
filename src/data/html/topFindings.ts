import type {Decision} from "../../schema/decision.js";
import type {Html} from "../html.js";
import {html} from "../html.js";
import {shortener} from "../../components/shortNames.js";
import {mark} from "./mark.js";
import {shortDigits} from "./shortDigits.js";

type Finding = Decision["findings"][number];

const WEIGHT = {invalidates: 0, weakens: 1, note: 2};

/** Findings by severity, those of the selected profile and of primary comparisons first; the order is stable. */
export function rankFindings(decision: Decision): Finding[] {
  const primary = new Set(decision.comparisons.filter((c) => c.primary).map((c) => c.comparison_id));
  const near = (f: Finding) =>
    (f.profile !== null && f.profile === decision.selected) ||
    (f.comparison_id !== null && primary.has(f.comparison_id))
      ? 0
      : 1;
  return [...decision.findings].sort((a, b) => WEIGHT[a.severity] - WEIGHT[b.severity] || near(a) - near(b));
}

/** Findings by rule in the order of `rankFindings`; `first` is the gravest of its rule. */
export function findingsByRule(decision: Decision): {rule: string; first: Finding; found: Finding[]}[] {
  const byRule = new Map<string, {rule: string; first: Finding; found: Finding[]}>();
  for (const first of rankFindings(decision)) {
    const group = byRule.get(first.rule) ?? {rule: first.rule, first, found: []};
    group.found.push(first);
    byRule.set(first.rule, group);
  }
  return [...byRule.values()];
}

/** What matters most of at most three rules, the gravest first, each with how often its rule fired. */
export function topFindings(decision: Decision): Html {
  const short = shortener(decision.profiles.map((p) => p.profile));
  const byRule = findingsByRule(decision).slice(0, 3);
  if (byRule.length === 0)
    return html`<div class="top-findings">
      <h2>Findings</h2>
      <p>The audit raised nothing. Its rules are on the method page.</p>
    </div>`;
  return html`<div class="top-findings">
    <h2>
      What a careful reviewer would raise
      ${decision.findings.length > byRule.length ? html`<a class="of" href="#findings">all ${decision.findings.length}</a>` : null}
    </h2>
    <ul>
      ${byRule.map(
        ({rule, first: f, found}) =>
          html`<li>
            ${mark(f.severity)}<a class="rule" href="#finding-${rule}">${rule}</a>${
              found.length === 1 ? null : html` <span class="of">${found.length} times</span>`
            }<span class="where"
              >${[f.profile === null ? null : short(f.profile), f.stage].filter(Boolean).join(", ")}</span
            >
            <p>${shortDigits(f.detail)}</p>
          </li>`
      )}
    </ul>
  </div>`;
}
