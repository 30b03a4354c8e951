import type {Decision} from "../../schema/decision.js";
import type {Content, Html} from "../html.js";
import {html} from "../html.js";
import {fileList} from "./gatesSection.js";
import {mark} from "./mark.js";
import {profileNames} from "./profileName.js";
import {requestLinks} from "./requestLinks.js";
import {table} from "./table.js";
import {rankFindings} from "./topFindings.js";

type Finding = Decision["findings"][number];

/** Rows of a rule that stand open; the rest is one click below, so that a rule that fires everywhere hides no other. */
const OPEN = 4;

/** Findings by severity, one heading a rule: what was seen, why it matters, what would settle it, the requests and files. */
export function findingsSection(decision: Decision): Html {
  const byRule = new Map<string, Finding[]>();
  for (const f of rankFindings(decision)) byRule.set(f.rule, [...(byRule.get(f.rule) ?? []), f]);
  return html`<section>
    <h2 id="findings">Audit findings <span class="of">${decision.findings.length}, by severity</span></h2>
    ${byRule.size === 0 ? html`<p>The audit raised nothing. <a href="../method.html#audit-rules">Its rules</a>.</p>` : null}
    ${[...byRule].map(([rule, found]) => ruleBlock(decision, rule, found))} ${cannotTell(decision)}
  </section>`;
}

function ruleBlock(decision: Decision, rule: string, found: Finding[]): Content {
  const first = found[0];
  if (!first) return null;
  const rows = (part: Finding[]) => findingTable(decision, rule, part);
  return html`<article class="finding" id="finding-${rule}">
    <h3>
      ${mark(first.severity)} ${rule} <span class="of">${found.length === 1 ? "once" : `${found.length} times`}</span>
    </h3>
    <p class="why">${first.why} <b>Settles it:</b> ${first.settle}</p>
    ${rows(found.slice(0, OPEN))}${
      found.length <= OPEN
        ? null
        : html`<details>
            <summary>${found.length - OPEN} more of ${rule}</summary>
            ${rows(found.slice(OPEN))}
          </details>`
    }
  </article>`;
}

function findingTable(decision: Decision, rule: string, found: Finding[]): Html {
  const name = profileNames(decision);
  return table(`${rule}: one finding a row`, found, [
    {
      head: "where",
      cell: (f) => [
        f.profile === null ? null : name(f.profile),
        html`<small>${f.stage ?? (f.profile === null ? (f.comparison_id ?? "the campaign") : "the profile")}</small>`
      ]
    },
    {head: "severity", cell: (f) => mark(f.severity), sort: (f) => f.severity},
    {head: "what was seen", cell: (f) => f.detail},
    {
      head: "requests",
      cell: (f) => (f.request_ids.length === 0 ? "" : requestLinks(decision.campaign_id, f.request_ids))
    },
    {head: "files", cell: (f) => (f.files.length === 0 ? "" : fileList(f.files))}
  ]);
}

/** Rules that could not judge: missing data is said, never taken for a good sign. */
function cannotTell({cannot_tell}: Decision): Content {
  if (cannot_tell.length === 0) return null;
  return html`<h3 id="cannot-tell">What the audit cannot tell</h3>
    ${table("One rule a row that lacked data", cannot_tell, [
      {head: "rule", cell: (c) => html`<code>${c.rule}</code>`, sort: (c) => c.rule},
      {head: "what it would look for", cell: (c) => c.title},
      {head: "why it cannot tell", cell: (c) => c.reason}
    ])}`;
}
