import type {Decision} from "../../schema/decision.js";
import type {Html} from "../html.js";
import {html} from "../html.js";
import {shortDigits} from "./shortDigits.js";
import {table} from "./table.js";

/** Failures and limitations, each a sentence. */
export function sentencesSection(id: string, title: string, none: string, sentences: string[]): Html {
  return html`<section>
    <h2 id="${id}">${title}</h2>
    ${
      sentences.length === 0
        ? html`<p>${none}</p>`
        : html`<ul>
            ${sentences.map((s) => html`<li>${shortDigits(s)}</li>`)}
          </ul>`
    }
  </section>`;
}

/** The labels, the next gate, whether promotion is authorised, and the amendments with their standing. */
export function decisionSection(decision: Decision): Html {
  const {labels, amendments} = decision;
  return html`<section>
    <h2 id="decision">Decision</h2>
    <dl class="facts">
      <div>
        <dt>selected profile</dt>
        <dd>${decision.selected ?? "none"}</dd>
      </div>
      <div>
        <dt>complete</dt>
        <dd>
          ${decision.complete ? "yes: no required gate is inconclusive or not run" : "no: a required gate is inconclusive or not run"}
        </dd>
      </div>
      <div>
        <dt>decision labels</dt>
        <dd>${labels.decision.join(", ") || "none"}</dd>
      </div>
      <div>
        <dt>evidence labels</dt>
        <dd>${labels.evidence.join(", ") || "none"}</dd>
      </div>
      <div>
        <dt>reported labels</dt>
        <dd>${labels.reported.join(", ") || "none"}</dd>
      </div>
      <div>
        <dt>promotion</dt>
        <dd>${decision.promotion_authorized ? "authorised by a signed amendment" : "not authorised"}</dd>
      </div>
      <div>
        <dt>next gate</dt>
        <dd>${decision.next_gate}</dd>
      </div>
      <div>
        <dt>requests counted</dt>
        <dd>${decision.sample_count ?? "not known"}</dd>
      </div>
      <div>
        <dt>rules</dt>
        <dd><code class="wrap">${decision.rules_hash}</code></dd>
      </div>
    </dl>
    <h3 id="amendments">Amendments</h3>
    ${
      amendments.length === 0
        ? html`<p>None. A human's later review, waiver or authorisation would stand here with its signature.</p>`
        : table("One amendment a row", amendments, [
            {head: "kind", cell: (a) => a.kind},
            {head: "by", cell: (a) => a.by},
            {head: "at", cell: (a) => a.at},
            {head: "standing", cell: (a) => a.standing},
            {head: "effect", cell: (a) => (a.effect ? "yes" : "none")},
            {head: "about", cell: (a) => [a.profile, a.gate].filter(Boolean).join(", ")},
            {head: "reason", cell: (a) => a.reason}
          ])
    }
  </section>`;
}
