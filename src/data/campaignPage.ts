import type {CampaignData} from "../components/campaignData.js";
import type {Decision} from "../schema/decision.js";
import {html, type Html} from "./html.js";
import {comparisonSection} from "./html/comparisonSection.js";
import {decisionSection, sentencesSection} from "./html/decisionSection.js";
import {evidenceSection, type EvidenceFile} from "./html/evidenceSection.js";
import {findingsSection} from "./html/findingsSection.js";
import {gatesSection} from "./html/gatesSection.js";
import {shownProfile} from "./html/gateBoard.js";
import {headlineSection} from "./html/headlineSection.js";
import {reportedSection, type ReportedRow} from "./html/reportedSection.js";
import {restorationSection, type RestorationField} from "./html/restorationSection.js";
import {simulatedBand} from "./html/simulatedBand.js";
import {valuesSection} from "./html/valuesSection.js";
import {verdictSection, type CampaignFacts} from "./html/verdictSection.js";
import {chartTables} from "./html/chartTables.js";
import {profileNames} from "./html/profileName.js";

/** All that a campaign's page is made of. */
export interface CampaignPage {
  decision: Decision;
  facts: CampaignFacts;
  data: CampaignData;
  restoration: RestorationField[];
  files: EvidenceFile[];
  /** What foreign files claim, for a campaign of which nothing can be recomputed. */
  reported: ReportedRow[];
}

/**
 * What a campaign's page shows, all of it readable without JavaScript; `src/campaign/[campaign].md` is the page around it, whose
 * cell draws the charts. `addresses`: of the data for the charts and of the decision, relative to the page.
 */
export function campaignPage(
  {decision, facts, data, restoration, files, reported}: CampaignPage,
  addresses: {page: string; decision: string}
): Html {
  const chart = (name: string, table: Html) => [html`<div class="chart-slot" data-chart="${name}"></div>`, table];
  const tables = chartTables(data, profileNames(decision));
  const restore = decision.gates.find((g) => g.gate === "restoration" && g.profile === shownProfile(decision)) ?? null;
  return html`${[
    html`<div id="campaign" data-page="${addresses.page}" data-decision="${addresses.decision}"></div>`,
    simulatedBand(decision.simulated, facts.time_scale),
    verdictSection(decision, facts),
    html`<nav class="on-page" aria-label="On this page">
      ${SECTIONS.filter(
        ([anchor]) =>
          (anchor !== "ladder" || tables.ladder) &&
          (anchor !== "concurrency" || tables.concurrency) &&
          (anchor !== "reported" || reported.length > 0)
      ).map(([anchor, name]) => html`<a href="#${anchor}">${name}</a> `)}
    </nav>`,
    headlineSection(decision, data.points),
    reportedSection(reported),
    gatesSection(decision),
    html`<section>
      <h2 id="comparison">Comparison</h2>
      ${
        decision.comparisons.length === 0
          ? html`<p>Nothing was compared: the campaign has no two profiles that were measured alike.</p>`
          : [html`<div class="chart-slot" data-chart="comparison"></div>`, comparisonSection(decision)]
      }
    </section>`,
    tables.ladder
      ? html`<section>
          <h2 id="ladder">Context ladder</h2>
          ${chart("ladder", tables.ladder)}
        </section>`
      : null,
    tables.concurrency
      ? html`<section>
          <h2 id="concurrency">Concurrency</h2>
          ${chart("concurrency", tables.concurrency)}
        </section>`
      : null,
    html`<section>
      <h2 id="reserve">Memory reserve</h2>
      ${tables.reserve ? chart("reserve", tables.reserve) : html`<p class="missing">not measured: the evidence holds no reading of free memory</p>`}
    </section>`,
    html`<section>
      <h2 id="endurance">Endurance</h2>
      ${tables.endurance ? chart("endurance", tables.endurance) : html`<p class="missing">not measured: no endurance stage has requests in the evidence</p>`}
    </section>`,
    findingsSection(decision),
    sentencesSection("failures", "Failures", "None is recorded.", decision.failures),
    sentencesSection("limitations", "Limitations", "None is recorded.", decision.limitations),
    restorationSection(restoration, restore),
    evidenceSection([...files, ...unlisted(decision, files)], decision.root_hash),
    decisionSection(decision),
    downloads(decision),
    valuesSection(decision)
  ]}`;
}

/** Files that the decision names and the manifest does not list; they stand in the table without a hash. */
function unlisted({gates, findings}: Decision, files: EvidenceFile[]): EvidenceFile[] {
  const listed = new Set(files.map((f) => f.path));
  const named = new Set([...gates, ...findings].flatMap((g) => g.files).filter((path) => !listed.has(path)));
  return [...named].sort().map((path) => ({
    path,
    sha256: null,
    size: null,
    lines: null,
    format: null,
    mapped: null,
    reason: "named by the decision; no manifest lists it"
  }));
}

const SECTIONS: [string, string][] = [
  ["headline", "Headline"],
  ["reported", "Reported"],
  ["gates", "Gates"],
  ["comparison", "Comparison"],
  ["ladder", "Ladder"],
  ["concurrency", "Concurrency"],
  ["reserve", "Reserve"],
  ["endurance", "Endurance"],
  ["findings", "Findings"],
  ["failures", "Failures"],
  ["limitations", "Limitations"],
  ["restoration", "Restoration"],
  ["evidence", "Evidence"],
  ["decision", "Decision"],
  ["downloads", "Downloads"]
];

function downloads(decision: Decision): Html {
  const id = decision.campaign_id;
  const name = decision.simulated ? `${id}.simulated` : id;
  return html`<section>
    <h2 id="downloads">Downloads</h2>
    <ul class="downloads">
      <li>
        <a href="./${id}/decision.json" download="${name}.decision.json">decision.json</a>, the decision with every
        value and its lineage
      </li>
      <li>
        <a href="./${id}/requests.csv" download="${name}.requests.csv">requests as CSV</a>, one request a row with all
        its metrics
      </li>
      <li>
        <a href="./${id}/requests.arrow" download="${name}.requests.arrow">requests as an Arrow stream</a>, the same
        rows with their types
      </li>
      <li>
        <a href="../request/${id}.html">every request</a> on its own page, and
        <a href="../sql.html">SQL over all campaigns</a>
      </li>
    </ul>
  </section>`;
}
