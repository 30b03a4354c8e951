import {shortener} from "../../components/shortNames.js";
import type {Decision} from "../../schema/decision.js";
import type {Html} from "../html.js";
import {html} from "../html.js";

/** Short names of a campaign's profiles, as every table of its page uses them. */
export function shortProfiles(decision: Pick<Decision, "profiles" | "gates">): (name: string) => string {
  return shortener([...decision.profiles.map((p) => p.profile), ...decision.gates.map((g) => g.profile)]);
}

/** A campaign's profiles by their short names; the whole name is the title. */
export function profileNames(decision: Pick<Decision, "profiles" | "gates">): (name: string) => Html {
  const short = shortProfiles(decision);
  return (name) => html`<span class="profile-name" title="${name}">${short(name)}</span>`;
}
