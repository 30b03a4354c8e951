import type {Decision} from "../../schema/decision.js";
import {GATES} from "../../schema/policy.js";
import type {Html} from "../html.js";
import {html} from "../html.js";
import {mark} from "./mark.js";

type Gate = Decision["gates"][number];

/** A gate's title in words; a gate of another policy keeps its name. */
export function gateTitle(gate: string): string {
  return GATES.find((g) => g.gate === gate)?.title ?? gate;
}

/** The profile whose gates stand on the first screen: the selected one, else the one with most passes. */
export function shownProfile(decision: Decision): string | null {
  if (decision.selected !== null) return decision.selected;
  const passes = (profile: string) =>
    decision.gates.filter((g) => g.profile === profile && g.verdict === "pass").length;
  const names = [...new Set(decision.gates.map((g) => g.profile))];
  return names.sort((a, b) => passes(b) - passes(a))[0] ?? null;
}

/** The gates of one profile in the policy's order: shape, word and one short fact each. */
export function gateBoard(decision: Decision): Html {
  const profile = shownProfile(decision);
  const gates = decision.gates.filter((g) => g.profile === profile);
  if (profile === null || gates.length === 0)
    return html`<aside class="gates" aria-label="Gates">
      <h2>Gates</h2>
      <p>No gate was decided: the campaign has no profile.</p>
    </aside>`;
  return html`<aside class="gates" aria-label="Gates">
    <h2>
      Gates
      <span class="of"
        >${decision.selected === null ? "of the profile that got furthest" : "of the selected profile"}</span
      >
    </h2>
    <p class="profile-name">${profile}</p>
    <ul>
      ${gates.map(gateRow)}
    </ul>
  </aside>`;
}

const gateRow = (gate: Gate) =>
  html`<li>
    ${mark(gate.verdict)}<a class="gate-name" href="#gate-${gate.gate}">${gateTitle(gate.gate)}</a
    ><span class="fact" title="${gate.reason}">${shortFact(gate.reason)}${gate.required ? "" : ", not required"}</span>
  </li>`;

/** A gate's reason with its counts in words: `15 of 15`, not `15/15`. */
export const inWords = (reason: string): string => reason.replace(/(^|; )(\d+)\/(\d+) /g, "$1$2 of $3 ");

/** Characters of a fact on the board: two lines of the board. The whole reason is its title, and stands in the table of gates. */
const FACT = 112;

/** A gate's reason as one short fact: without what stands in brackets, and only as many whole clauses as fit. */
export function shortFact(reason: string): string {
  const clauses = reason
    .replace(/\s*\([^()]*\)/g, "")
    .split("; ")
    .map(inWords);
  let fact = clauses[0] ?? "";
  for (const clause of clauses.slice(1)) {
    if (fact.length + clause.length + 2 > FACT) break;
    fact += `; ${clause}`;
  }
  return fact.length > FACT + 30 ? `${fact.slice(0, FACT)}\u2026` : fact;
}
