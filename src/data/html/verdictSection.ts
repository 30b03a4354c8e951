import type {Decision} from "../../schema/decision.js";
import type {Html} from "../html.js";
import {html} from "../html.js";
import {chips} from "./chips.js";
import {gateBoard} from "./gateBoard.js";
import {topFindings} from "./topFindings.js";

/** When and how a campaign was recorded, in words. */
export interface CampaignFacts {
  origin: string;
  question: string | null;
  simulated: boolean;
  time_scale: number | null;
  started_at: string | null;
  tool: string | null;
}

/** The first screen: the sentence and why at the left, the gates at the right, the three findings that matter most below. */
export function verdictSection(decision: Decision, facts: CampaignFacts): Html {
  return html`<section class="verdict" aria-labelledby="verdict" data-root-hash="${decision.root_hash ?? "not known"}">
    <div class="verdict-says">
      <p class="eyebrow">${[facts.started_at?.slice(0, 10), originWords(facts.origin)].filter(Boolean).join(", ")}</p>
      <h1 id="verdict-title" class="campaign-name">${decision.campaign_id}</h1>
      <p id="verdict" class="sentence">${decision.verdict.sentence}</p>
      ${decision.verdict.why.slice(0, 2).map((why) => html`<p class="why">${why}</p>`)}
      <p class="why next"><b>What would change it:</b> ${decision.next_gate}</p>
      ${chips(decision)}
    </div>
    ${gateBoard(decision)} ${topFindings(decision)}
  </section>`;
}

/** Where the evidence of a campaign came from. */
export function originWords(origin: string): string {
  if (origin === "captured") return "captured by Assay's loaders";
  if (origin === "imported") return "recomputed from imported evidence";
  if (origin === "reported") return "reported, raw evidence not in this repository";
  return origin;
}
