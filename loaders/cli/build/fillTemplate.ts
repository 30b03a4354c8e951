import {dirname, join} from "node:path";
import {escapeText} from "../../../src/data/html.js";

/** What stands for the campaign's id in a template's title: `src/campaign/[campaign].md` and `src/request/[campaign].md`. */
const SLOT = "{campaign}";

/** Whether a built page is made into one for each campaign. */
export const isTemplate = (path: string): boolean => /^(campaign|request)\/template\.html$/.test(path);

/**
 * Every campaign's page of the one that Framework has built of its kind: they differ by title and by what `putAsides` puts in,
 * and Framework would take half a second for each. Throws when a template has no one place for the id.
 */
export function fillTemplate(path: string, page: string, campaigns: string[]): {path: string; page: string}[] {
  if (page.split(SLOT).length !== 2) throw new Error(`${path} has no one place for a campaign's id`);
  return campaigns.map((campaign) => ({
    path: join(dirname(path), `${campaign}.html`),
    page: page.replace(SLOT, () => escapeText(campaign))
  }));
}
