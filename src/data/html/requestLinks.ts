import type {Html} from "../html.js";
import {html} from "../html.js";

/** Address of a request's page, seen from a campaign's page. Framework encodes the links of a page, so this one is not encoded. */
export const requestHref = (campaign: string, id: string): string => `../request/${campaign}.html#${id}`;

const stageOf = (id: string) => id.slice(0, Math.max(0, id.indexOf("#")));
const numberOf = (id: string) => Number(id.slice(id.indexOf("#") + 1));

/** Links to requests in order, each by its number (the whole id is the title), a line a stage; after `limit` it says how many more there are. */
export function requestLinks(campaign: string, ids: string[], limit = 12): Html {
  const stages = [...new Set(ids.map(stageOf))];
  const sorted = stages.flatMap((stage) =>
    ids.filter((id) => stageOf(id) === stage).sort((a, b) => numberOf(a) - numberOf(b))
  );
  const shown = sorted.slice(0, limit);
  return html`${stages.map((stage) => {
    const own = shown.filter((id) => stageOf(id) === stage);
    return own.length === 0 ? null : html`<span class="request-line">${own.map((id) => link(campaign, id))}</span>`;
  })}${ids.length > limit ? html`<span class="of">and ${ids.length - limit} more</span>` : null}`;
}

const link = (campaign: string, id: string) =>
  html`<a class="request" href="${requestHref(campaign, id)}" title="${id}">${id.slice(id.indexOf("#"))}</a> `;
