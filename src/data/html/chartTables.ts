import type {CampaignData, PointRow, RequestRow, ReserveRow} from "../../components/campaignData.js";
import {formatNumber} from "../../components/formatNumber.js";
import {promptSize} from "../../metrics/names/promptSize.js";
import {concurrencyPoints, enduranceRuns, ladderPoints, reserveRows} from "../../components/series.js";
import type {Content, Html} from "../html.js";
import {html} from "../html.js";
import {requestHref} from "./requestLinks.js";
import {table, type TableColumn} from "./table.js";

/** The table behind each chart; null where the evidence holds nothing to draw. */
export interface ChartTables {
  ladder: Html | null;
  concurrency: Html | null;
  reserve: Html | null;
  endurance: Html | null;
}

/** Tables one click below their charts: the same numbers, readable without JavaScript. `name` gives a profile's short name. */
export function chartTables(data: CampaignData, name: (profile: string) => Html): ChartTables {
  const reserve = reserveRows(data);
  const runs = enduranceRuns(data);
  return {
    ladder: folded("One point a row, one stream at a time", ladderPoints(data), pointColumns(false, name)),
    concurrency: folded("One point a row, by concurrency", concurrencyPoints(data), pointColumns(true, name)),
    reserve: folded("One card of one profile a row, free MiB", reserve, reserveColumns(name)),
    endurance:
      runs.length === 0
        ? null
        : html`${runs.map((run) => folded(`${run.profile}: one request a row`, run.requests, requestColumns(data.campaign_id)))}`
  };
}

function folded<Row>(caption: string, rows: Row[], columns: TableColumn<Row>[]): Html | null {
  if (rows.length === 0) return null;
  return html`<details class="behind">
    <summary>The table behind it</summary>
    ${table(caption, rows, columns, {grid: true})}
  </details>`;
}

const numeric = <Row>(head: string, get: (row: Row) => number | null): TableColumn<Row> => ({
  head,
  numeric: true,
  cell: (row): Content => {
    const value = get(row);
    return value === null
      ? html`<span class="missing">not measured</span>`
      : html`<span title="${String(value)}">${formatNumber(value)}</span>`;
  },
  sort: get
});

/** Columns of a point; under load the decode rate is told as such, beside the stall that others' prefill can make of it. */
const pointColumns = (load: boolean, name: (profile: string) => Html): TableColumn<PointRow>[] => [
  {head: "profile", cell: (p) => name(p.profile), sort: (p) => p.profile},
  {
    head: "nominal",
    numeric: true,
    cell: (p) => (p.nominal_prompt_tokens === null ? "" : promptSize(p.nominal_prompt_tokens)),
    sort: (p) => p.nominal_prompt_tokens
  },
  numeric("C", (p) => p.concurrency),
  numeric("measured tokens", (p) => p.prompt_tokens),
  numeric(load ? "decode under load p50, tok/s" : "decode p50, tok/s", (p) => p.decode_tok_s),
  ...(load ? [numeric<PointRow>("largest stall p50, ms", (p) => p.max_stall_ms)] : []),
  numeric("effective prefill p50, tok/s", (p) => p.effective_prefill_tok_s),
  numeric("uncached prefill p50, tok/s", (p) => p.uncached_prefill_tok_s),
  numeric("TTFT p50, ms", (p) => p.ttft_ms),
  numeric("output of the stage, tok/s", (p) => p.output_tok_s),
  {
    head: "cache",
    cell: (p) =>
      [p.cache_declared, p.cached_share === null ? null : `${formatNumber(p.cached_share * 100, 2)} % cached`]
        .filter(Boolean)
        .join(", ")
  },
  {head: "basis", cell: (p) => p.basis ?? ""},
  numeric("ok", (p) => p.n_ok),
  numeric("failed", (p) => p.n_failed)
];

const reserveColumns = (name: (profile: string) => Html): TableColumn<ReserveRow>[] => [
  {head: "profile", cell: (r) => name(r.profile), sort: (r) => r.profile},
  {head: "card", cell: (r) => r.gpu, sort: (r) => r.gpu},
  numeric("idle", (r) => r.idle_mib),
  numeric("lowest", (r) => r.peak_mib),
  numeric("after the workload", (r) => r.after_mib),
  numeric("threshold", (r) => r.threshold_mib),
  {head: "verdict", cell: (r) => r.verdict}
];

const requestColumns = (campaign: string): TableColumn<RequestRow>[] => [
  {
    head: "request",
    cell: (r) => html`<a href="${requestHref(campaign, r.request_id)}">${r.request_id}</a>`,
    sort: (r) => r.index
  },
  {head: "status", cell: (r) => r.status},
  numeric("prompt tokens", (r) => r.prompt_tokens),
  numeric("output tokens", (r) => r.output_tokens),
  numeric("decode, tok/s", (r) => r.decode_tok_s),
  numeric("TTFT, ms", (r) => r.ttft_ms),
  numeric("end to end, ms", (r) => r.e2e_ms)
];
