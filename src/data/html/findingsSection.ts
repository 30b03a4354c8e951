import type {Decision} from "../../schema/decision.js";
import type {Html} from "../html.js";
import {html} from "../html.js";
import {fileList} from "./gatesSection.js";
import {mark} from "./mark.js";
import {requestLinks} from "./requestLinks.js";
import {rankFindings} from "./topFindings.js";

type Finding = Decision["findings"][number];

/** Findings by severity, one heading a rule: what was seen, why it matters, what would settle it, the requests and files. */
export function findingsSection(decision: Decision): Html {
  const byRule = new Map<string, Finding[]>();
  for (const f of rankFindings(decision)) byRule.set(f.rule, [...(byRule.get(f.rule) ?? []), f]);
  if (byRule.size === 0)
    return html`<section>
      <h2 id="findings">Audit findings</h2>
      <p>The audit raised nothing. <a href="../method.html#audit-rules">Its rules</a>.</p>
    </section>`;
  return html`<section>
    <h2 id="findings">Audit findings <span class="of">${decision.findings.length}, by severity</span></h2>
    ${[...byRule].map(([rule, found]) => ruleBlock(decision.campaign_id, rule, found))}
  </section>`;
}

function ruleBlock(campaign: string, rule: string, found: Finding[]): Html {
  const first = found[0];
  if (!first) return html``;
  return html`<article class="finding" id="finding-${rule}">
    <h3>
      ${mark(first.severity)} ${rule} <span class="of">${found.length === 1 ? "" : `${found.length} times`}</span>
    </h3>
    <p class="why">${first.why}</p>
    <ul>
      ${found.map(
        (f) =>
          html`<li>
            ${f.severity === first.severity ? null : mark(f.severity)}<span class="where"
              >${[f.profile, f.stage, f.comparison_id].filter(Boolean).join(", ")}</span
            >
            ${f.detail}
            ${
              f.request_ids.length === 0
                ? null
                : html`<span class="requests">${requestLinks(campaign, f.request_ids, 6)}</span>`
            }${
              f.files.length === 0
                ? null
                : html`<details>
                    <summary>files</summary>
                    ${fileList(f.files)}
                  </details>`
            }
          </li>`
      )}
    </ul>
    <p class="settle"><b>Settles it:</b> ${first.settle}</p>
  </article>`;
}
