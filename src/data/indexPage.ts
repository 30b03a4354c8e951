import {shortener} from "../components/shortNames.js";
import type {Decision} from "../schema/decision.js";
import type {Html} from "./html.js";
import {html} from "./html.js";
import {aside} from "./aside.js";
import {campaignTable} from "./html/campaignTable.js";
import {mark} from "./html/mark.js";
import {originWords, type CampaignFacts} from "./html/verdictSection.js";
import {pageSource} from "./pageSource.js";

export interface Listed {
  decision: Decision;
  facts: CampaignFacts;
}

/** The first page: every campaign with its sentence, its profiles' outcomes and where its evidence came from, newest first. */
export function indexPage(campaigns: Listed[], problems: string[]): string {
  const ordered = [...campaigns].sort((a, b) => b.decision.campaign_id.localeCompare(a.decision.campaign_id));
  return pageSource(
    "Campaigns",
    [
      aside(
        html`${[
          html`<h1>Campaigns</h1>
            <p>
              Each campaign qualifies one server before anyone relies on it. Open one to see what was measured, what was
              not, how sure it is, and the requests and bytes behind each number.
            </p>`,
          html`<ol class="campaigns">
            ${ordered.map(card)}
          </ol>`,
          campaigns.length > 1 ? campaignTable(ordered) : null,
          problems.length === 0
            ? null
            : html`<section class="problems">
                <h2>What could not be read</h2>
                <ul>
                  ${problems.map((p) => html`<li>${p}</li>`)}
                </ul>
              </section>`
        ]}`
      )
    ],
    `import {filterCampaigns} from "./components/filterCampaigns.js";
import {mountPage} from "./components/mountPage.js";
filterCampaigns(document.querySelector("ol.campaigns"));
invalidation.then(mountPage());`
  );
}

function card({decision, facts}: Listed): Html {
  const {campaign_id: id, profiles, gates, selected} = decision;
  const short = shortener(profiles.map((p) => p.profile));
  const own = gates.filter((g) => g.profile === selected);
  const passed = own.filter((g) => g.verdict === "pass").length;
  return html`<li class="${decision.simulated ? "campaign simulated" : "campaign"}">
    <p class="eyebrow">
      ${[facts.started_at?.slice(0, 10), originWords(facts.origin), decision.simulated ? "simulated" : null].filter(Boolean).join(", ")}
    </p>
    <h2><a href="./campaign/${id}.html">${id}</a></h2>
    <p class="sentence">${decision.verdict.sentence}</p>
    ${facts.question === null ? null : html`<p class="question">Asked: ${facts.question}</p>`}
    <ul class="outcomes">
      ${profiles.slice(0, 8).map((p) => html`<li>${mark(p.outcome)} <span class="profile-name" title="${p.profile}">${short(p.profile)}</span></li>`)}${
        profiles.length > 8 ? html`<li>and ${profiles.length - 8} more</li>` : null
      }
    </ul>
    <p class="counts">
      ${selected === null ? "no profile selected" : `${passed} of ${own.length} gates pass`};
      ${findingWords(decision)}${
        decision.root_hash === null
          ? ""
          : html`;
              <span class="together"
                >evidence root
                <code class="hash" title="${decision.root_hash}">${decision.root_hash.slice(0, 12)}</code></span
              >`
      }
    </p>
  </li>`;
}

/** How many findings of which severity, the gravest first; none is left unsaid. */
function findingWords({findings}: Decision): string {
  const words = (["invalidates", "weakens", "note"] as const).flatMap((severity) => {
    const n = findings.filter((f) => f.severity === severity).length;
    if (n === 0) return [];
    if (severity === "note") return [`${n} ${n === 1 ? "note" : "notes"}`];
    return [`${n} ${n === 1 ? severity : severity.replace(/s$/, "")}`];
  });
  return words.length === 0 ? "no findings" : `findings: ${words.join(", ")}`;
}
