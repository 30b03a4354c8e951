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

/** The three findings that matter most, of three different rules where there are as many. */
export function topFindings(decision: Decision): Html {
  const ranked = rankFindings(decision);
  const short = shortener(decision.profiles.map((p) => p.profile));
  const seen = new Set<string>();
  const firsts = ranked.filter((f) => !seen.has(f.rule) && seen.add(f.rule));
  const top = [...firsts, ...ranked.filter((f) => !firsts.includes(f))].slice(0, 3);
  if (top.length === 0)
    return html`<div class="top-findings">
      <h2>Findings</h2>
      <p>The audit raised nothing. Its rules are on the method page.</p>
    </div>`;
  return html`<div class="top-findings">
    <h2>
      What a careful reviewer would raise
      ${decision.findings.length > top.length ? html`<a class="of" href="#findings">all ${decision.findings.length}</a>` : null}
    </h2>
    <ul>
      ${top.map(
        (f) =>
          html`<li>
            ${mark(f.severity)}<a class="rule" href="#finding-${f.rule}">${f.rule}</a
            ><span class="where"
              >${[f.profile === null ? null : short(f.profile), f.stage].filter(Boolean).join(", ")}</span
            >
            <p>${shortDigits(f.detail)}</p>
          </li>`
      )}
    </ul>
  </div>`;
}
