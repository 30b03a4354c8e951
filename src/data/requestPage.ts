import {formatNumber} from "../components/formatNumber.js";
import {html, type Content, type Html} from "./html.js";
import {simulatedBand} from "./html/simulatedBand.js";
import {table} from "./html/table.js";

/** One stage in the list of a campaign's requests. */
export interface RequestStage {
  profile: string;
  stage: string;
  kind: string;
  requests: {request_id: string; status: string; phase: string; output_tokens: number | null; e2e_ms: number | null}[];
}

/** Requests listed a stage without JavaScript; the rest is reached through its address or SQL. */
const LISTED = 200;

/** What the page of a campaign's requests shows: a list by stage, and the one that the address names, drawn in the browser by the cell of `src/request/[campaign].md`. */
export function requestPage(
  campaign: string,
  rootHash: string | null,
  simulated: boolean,
  timeScale: number | null,
  stages: RequestStage[]
): Html {
  return html`${[
    simulatedBand(simulated, timeScale),
    html`<p class="eyebrow"><a href="../campaign/${campaign}.html">${campaign}</a></p>
      <h1>Requests</h1>
      <p data-root-hash="${rootHash ?? "not known"}">
        Each HTTP attempt of this campaign, with what was measured of it and, where the evidence holds its wire frames,
        a timeline of its deltas.
        ${rootHash === null ? "" : html`Evidence root <code class="hash" title="${rootHash}" data-copy="${rootHash}">${rootHash.slice(0, 12)}</code>.`}
      </p>`,
    html`<div id="request" aria-live="polite" data-campaign="${campaign}" data-simulated="${String(simulated)}">
      <noscript
        ><p>
          The page of a single request is drawn by JavaScript. Its row is below, and in the campaign's CSV.
        </p></noscript
      >
    </div>`,
    html`<section>
      <h2 id="all">All requests by stage</h2>
      ${
        stages.length === 0
          ? html`<p>
              The evidence holds no request of this campaign: it is a report of values, without the requests behind
              them.
            </p>`
          : stages.map((s) => stageBlock(s))
      }
    </section>`
  ]}`;
}

function stageBlock({profile, stage, kind, requests}: RequestStage): Content {
  const failed = requests.filter((r) => r.status !== "ok").length;
  return html`<details class="stage-requests" data-stage="${`${profile}/${stage}`}">
    <summary>
      ${profile} <b>${stage}</b>
      <span class="of">${kind}, ${requests.length} requests${failed === 0 ? "" : `, ${failed} failed`}</span>
    </summary>
    ${table(
      `${profile} ${stage}: one request a row${requests.length > LISTED ? `, the first ${LISTED} of ${requests.length}` : ""}`,
      requests.slice(0, LISTED),
      [
        {head: "request", cell: (r) => html`<a href="#${r.request_id}">${r.request_id}</a>`},
        {head: "phase", cell: (r) => r.phase},
        {head: "status", cell: (r) => r.status},
        {
          head: "output tokens",
          numeric: true,
          cell: (r) => (r.output_tokens === null ? "not counted" : r.output_tokens),
          sort: (r) => r.output_tokens
        },
        {
          head: "end to end",
          numeric: true,
          cell: (r) => (r.e2e_ms === null ? "not measured" : `${formatNumber(r.e2e_ms)} ms`),
          sort: (r) => r.e2e_ms
        }
      ],
      {grid: true}
    )}
  </details>`;
}
