import type {Html} from "../html.js";
import {html} from "../html.js";

/** Address of a request's page, seen from a campaign's page. */
export const requestHref = (campaign: string, id: string): string =>
  `../request/${campaign}.html#${encodeURIComponent(id)}`;

/** Links to requests; after `limit` it says how many more there are and leads to the list. */
export function requestLinks(campaign: string, ids: string[], limit = 12): Html {
  return html`${ids
    .slice(0, limit)
    .map((id) => html`<a class="request" href="${requestHref(campaign, id)}">${id}</a> `)}${
    ids.length > limit ? html`<a href="../request/${campaign}.html">and ${ids.length - limit} more</a>` : null
  }`;
}
