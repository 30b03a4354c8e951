import {shortener} from "../../components/shortNames.js";
import type {Decision} from "../../schema/decision.js";
import type {Html} from "../html.js";
import {html} from "../html.js";

/** A campaign's profiles by their short names; the whole name is the title. */
export function profileNames(decision: Pick<Decision, "profiles" | "gates">): (name: string) => Html {
  const short = shortener([...decision.profiles.map((p) => p.profile), ...decision.gates.map((g) => g.profile)]);
  return (name) => html`<span class="profile-name" title="${name}">${short(name)}</span>`;
}
