import type {Html} from "../html.js";
import {html} from "../html.js";

/** Address of a request's page, seen from a campaign's page. Framework encodes the links of a page, so this one is not encoded. */
export const requestHref = (campaign: string, id: string): string => `../request/${campaign}.html#${id}`;

/** Links to requests, each by its number (the whole id is the title); after `limit` it says how many more there are. */
export function requestLinks(campaign: string, ids: string[], limit = 12): Html {
  return html`${ids
    .slice(0, limit)
    .map(
      (id) =>
        html`<a class="request" href="${requestHref(campaign, id)}" title="${id}">${id.slice(id.indexOf("#"))}</a> `
    )}${ids.length > limit ? html`<span class="of">and ${ids.length - limit} more</span>` : null}`;
}
