import type {ComparisonResult, Decision} from "../../schema/decision.js";
import {pointWords} from "../../components/pointLabel.js";
import {metricWords} from "../../metrics/names/metricWords.js";
import type {Content, Html} from "../html.js";
import {html} from "../html.js";
import {fileList} from "./gatesSection.js";
import {mark} from "./mark.js";
import {profileNames, shortProfiles} from "./profileName.js";
import {requestLinks} from "./requestLinks.js";
import {table, type TableColumn} from "./table.js";
import {shortDigits} from "./shortDigits.js";
import {findingsByRule} from "./topFindings.js";

type Finding = Decision["findings"][number];

/** Rows of a rule that stand open; the rest is one click below, so that a rule that fires everywhere hides no other. */
const OPEN = 4;

/** Findings by severity, one block a rule: what was seen, why it matters, what would settle it, the requests and files. */
export function findingsSection(decision: Decision): Html {
  const byRule = findingsByRule(decision);
  return html`<section>
    <h2 id="findings">
      Audit findings
      <span class="of"
        >${decision.findings.length} by ${byRule.length} ${byRule.length === 1 ? "rule" : "rules"}, the gravest
        first</span
      >
    </h2>
    ${byRule.length === 0 ? html`<p>The audit raised nothing. <a href="../method.html#audit-rules">Its rules</a>.</p>` : null}
    ${byRule.map((group) => ruleBlock(decision, group))} ${cannotTell(decision)}
  </section>`;
}

function ruleBlock(decision: Decision, {rule, first, found}: ReturnType<typeof findingsByRule>[number]): Html {
  const rows = (part: Finding[]) => findingTable(decision, rule, part);
  return html`<article class="finding" id="finding-${rule}">
    <div class="finding-says">
      <h3>${rule} <span class="of">${found.length === 1 ? "once" : `${found.length} times`}</span></h3>
      ${mark(first.severity)}
      <p>${first.why}</p>
      <p><b>What settles it:</b> ${first.settle}</p>
    </div>
    <div class="finding-seen">
      ${rows(found.slice(0, OPEN))}${
        found.length <= OPEN
          ? null
          : html`<details>
              <summary>${found.length - OPEN} more of ${rule}</summary>
              ${rows(found.slice(OPEN))}
            </details>`
      }
    </div>
  </article>`;
}

function findingTable(decision: Decision, rule: string, found: Finding[]): Html {
  const name = profileNames(decision);
  const short = shortProfiles(decision);
  const comparison = (f: Finding) => decision.comparisons.find((c) => c.comparison_id === f.comparison_id);
  const columns: (TableColumn<Finding> & {shown?: boolean})[] = [
    {head: "where", cell: (f) => where(f, comparison(f), name, short)},
    {
      head: "severity",
      cell: (f) => mark(f.severity),
      sort: (f) => f.severity,
      shown: new Set(found.map((f) => f.severity)).size > 1
    },
    {head: "what was seen", cell: (f) => shortDigits(f.detail)},
    {
      head: "requests",
      cell: (f) => (f.request_ids.length === 0 ? "" : requestLinks(decision.campaign_id, f.request_ids)),
      shown: found.some((f) => f.request_ids.length > 0)
    },
    {
      head: "files",
      cell: (f) => (f.files.length === 0 ? "" : fileList(f.files)),
      shown: found.some((f) => f.files.length > 0)
    }
  ];
  return table(
    `${rule}: one finding a row`,
    found,
    columns.filter((c) => c.shown !== false)
  );
}

/** The profile, and below it the stage, or which comparison it is about. */
function where(
  f: Finding,
  compared: ComparisonResult | undefined,
  name: (profile: string) => Html,
  short: (profile: string) => string
): Content {
  const small =
    f.stage ??
    (compared
      ? `against ${short(compared.baseline)}, ${[metricWords(compared.metric), pointWords(compared)].filter(Boolean).join(", ")}`
      : f.profile === null
        ? (f.comparison_id ?? null)
        : "the whole profile");
  return [f.profile === null ? "the campaign" : name(f.profile), small === null ? null : html`<small>${small}</small>`];
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
